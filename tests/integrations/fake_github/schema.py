"""The part of GitHub's schema that anybody here asks for, in GitHub's own names and nullability."""

from graphql import GraphQLSchema, build_schema

SCHEMA: GraphQLSchema = build_schema(
    """
    scalar BigInt
    scalar DateTime
    scalar GitObjectID
    scalar URI

    type Query {
      repository(owner: String!, name: String!, followRenames: Boolean = true): Repository
      rateLimit(dryRun: Boolean = false): RateLimit
      viewer: User!
    }

    type RateLimit {
      limit: Int!
      cost: Int!
      remaining: Int!
      used: Int!
      nodeCount: Int!
      resetAt: DateTime!
    }

    type Repository {
      id: ID!
      databaseId: Int
      name: String!
      nameWithOwner: String!
      url: URI!
      isArchived: Boolean!
      isPrivate: Boolean!
      pullRequest(number: Int!): PullRequest
    }

    interface Actor { login: String! }
    type User implements Actor { login: String! }
    type Bot implements Actor { login: String! }
    type Organization implements Actor { login: String! }
    type Mannequin implements Actor { login: String! }

    enum PullRequestState { OPEN CLOSED MERGED }
    enum PullRequestReviewDecision { APPROVED CHANGES_REQUESTED REVIEW_REQUIRED }
    enum PullRequestReviewState { PENDING COMMENTED APPROVED CHANGES_REQUESTED DISMISSED }
    enum StatusState { EXPECTED ERROR FAILURE PENDING SUCCESS }
    enum CheckRunState {
      ACTION_REQUIRED CANCELLED COMPLETED FAILURE IN_PROGRESS NEUTRAL PENDING
      QUEUED SKIPPED STALE STARTUP_FAILURE SUCCESS TIMED_OUT WAITING
    }

    type PullRequest {
      id: ID!
      fullDatabaseId: BigInt
      number: Int!
      url: URI!
      title: String!
      state: PullRequestState!
      isDraft: Boolean!
      isInMergeQueue: Boolean!
      merged: Boolean!
      createdAt: DateTime!
      updatedAt: DateTime!
      closedAt: DateTime
      mergedAt: DateTime
      author: Actor
      mergedBy: Actor
      mergeCommit: Commit
      headRefOid: GitObjectID!
      baseRefName: String!
      reviewDecision: PullRequestReviewDecision
      latestOpinionatedReviews(
        after: String, before: String, first: Int, last: Int, writersOnly: Boolean = false
      ): PullRequestReviewConnection
      statusCheckRollup: StatusCheckRollup
    }

    type Commit { oid: GitObjectID! }

    type PullRequestReviewConnection { totalCount: Int! nodes: [PullRequestReview] }
    type PullRequestReview {
      state: PullRequestReviewState!
      submittedAt: DateTime
      author: Actor
      commit: Commit
    }

    type StatusCheckRollup {
      state: StatusState!
      contexts(after: String, before: String, first: Int, last: Int): StatusCheckRollupContextConnection!
    }
    type StatusCheckRollupContextConnection {
      totalCount: Int!
      checkRunCount: Int!
      statusContextCount: Int!
      checkRunCountsByState: [CheckRunStateCount!]
      statusContextCountsByState: [StatusContextStateCount!]
    }
    type CheckRunStateCount { state: CheckRunState! count: Int! }
    type StatusContextStateCount { state: StatusState! count: Int! }
    """
)
