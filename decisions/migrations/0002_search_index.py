"""The full-text indexes: kept by the database itself, so that no write can forget them."""

from typing import Any

from django.db import migrations

# `english` stems words; the title weighs more than the text. A generated column cannot lag behind.
_POSTGRESQL = (
    """
    ALTER TABLE decisions_searchentry ADD COLUMN vector tsvector GENERATED ALWAYS AS (
        setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'C')
    ) STORED
    """,
    "CREATE INDEX decisions_searchentry_vector ON decisions_searchentry USING gin (vector)",
)

# An external-content table: FTS5 keeps the index alone and reads the words from the entries.
_SQLITE = (
    """
    CREATE VIRTUAL TABLE decisions_searchindex USING fts5(
        title, body, content='decisions_searchentry', content_rowid='id',
        tokenize="porter unicode61 remove_diacritics 2"
    )
    """,
    """
    CREATE TRIGGER decisions_searchentry_added AFTER INSERT ON decisions_searchentry BEGIN
        INSERT INTO decisions_searchindex(rowid, title, body) VALUES (new.id, new.title, new.body);
    END
    """,
    """
    CREATE TRIGGER decisions_searchentry_removed AFTER DELETE ON decisions_searchentry BEGIN
        INSERT INTO decisions_searchindex(decisions_searchindex, rowid, title, body)
        VALUES ('delete', old.id, old.title, old.body);
    END
    """,
    """
    CREATE TRIGGER decisions_searchentry_changed AFTER UPDATE ON decisions_searchentry BEGIN
        INSERT INTO decisions_searchindex(decisions_searchindex, rowid, title, body)
        VALUES ('delete', old.id, old.title, old.body);
        INSERT INTO decisions_searchindex(rowid, title, body) VALUES (new.id, new.title, new.body);
    END
    """,
)

_FORWARDS = {"postgresql": _POSTGRESQL, "sqlite": _SQLITE}
_BACKWARDS = {
    "postgresql": ("ALTER TABLE decisions_searchentry DROP COLUMN vector",),
    "sqlite": (
        "DROP TRIGGER decisions_searchentry_added",
        "DROP TRIGGER decisions_searchentry_removed",
        "DROP TRIGGER decisions_searchentry_changed",
        "DROP TABLE decisions_searchindex",
    ),
}


def add_index(apps: Any, schema_editor: Any) -> None:
    for statement in _FORWARDS[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def remove_index(apps: Any, schema_editor: Any) -> None:
    for statement in _BACKWARDS[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("decisions", "0001_documents")]
    operations = [migrations.RunPython(add_index, remove_index)]
