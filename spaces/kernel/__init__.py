"""What every app stands on: errors, ids, paging, strict serializers, operations, audit."""
