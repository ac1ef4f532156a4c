"""What is asked of GitHub for many pull requests, held against its own schema."""

import os
from pathlib import Path

import pytest
from graphql import GraphQLSchema, build_schema, parse, validate

from integrations.domain.pull_requests import Address
from integrations.github.mapping import query_for

CORPUS = Path(os.environ.get("DECISIONS_CORPUS") or Path(__file__).resolve().parents[4] / "shared/corpus")
SCHEMA = CORPUS.parent / "github" / "pr_schema_subset.graphql.txt"


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    if not SCHEMA.is_file():
        pytest.skip("no schema here: set DECISIONS_CORPUS to the corpus, beside which its folder stands")
    # The subset leaves out the repository's id.
    written = SCHEMA.read_text(encoding="utf-8").replace("type Repository {", "type Repository {\n  id: ID!")
    return build_schema(written)


@pytest.mark.parametrize("how_many", [1, 2, 100])
def test_the_query_is_one_that_github_understands(schema: GraphQLSchema, how_many: int) -> None:
    query, _ = query_for([Address("github.com", "o", "r", number) for number in range(1, how_many + 1)])
    assert validate(schema, parse(query)) == []


def test_a_field_that_github_does_not_know_is_found_out(schema: GraphQLSchema) -> None:
    query, _ = query_for([Address("github.com", "o", "r", 1)])
    assert validate(schema, parse(query.replace("isDraft", "isDrafty"))) != []


def test_a_query_has_an_alias_and_three_variables_for_each_and_no_name_in_its_text() -> None:
    query, variables = query_for(
        [Address("github.com", "o", "r", 1), Address("github.com", "other", "re.po", 5)]
    )
    assert variables == {"o0": "o", "n0": "r", "k0": 1, "o1": "other", "n1": "re.po", "k1": 5}
    assert query.count("followRenames: true") == 2
    assert "other" not in query
    assert "re.po" not in query
