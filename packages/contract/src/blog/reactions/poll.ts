/** A voter with a public profile in a poll that shows names. */
export interface PollVoter {
  memberId: string;
  name: string;
}

/** The result of one option. */
export interface PollOptionResult {
  /** Id of the option in the document; without one, its index. */
  optionId: string;
  /** Fraction of the voters; with multiple choice the sum may exceed 1. */
  share: number;
  /** Absent if the poll hides its numbers. */
  votes?: number;
  /** Latest first, only voters with a public profile; absent if the poll shows no names. */
  voters?: PollVoter[];
}

/** The results of a poll visible to the reader. */
export interface PollResults {
  /** Number of voters; absent if the poll hides its numbers. */
  voters?: number;
  /** In the order of the document. */
  options: PollOptionResult[];
}

/** Why the reader cannot vote: not signed in; already voted; closed; a program without a voter. */
export const pollObstacles = ["SIGN_IN", "VOTED", "CLOSED", "NOT_A_VOTER"] as const;
/** The reason why a reader cannot vote. */
export type PollObstacle = (typeof pollObstacles)[number];

/** Who sees the results. Source: spec §6. */
export const pollViewRoles = ["CREATOR", "VOTERS", "EVERYONE"] as const;
/** Who may see the results of a poll. */
export type PollViewRole = (typeof pollViewRoles)[number];

/** A poll of a post for one reader. */
export interface PollState {
  pollId: string;
  /** Several answers and changes of the vote are allowed; otherwise one answer, once. */
  multiple: boolean;
  mayVote: boolean;
  /** Absent if the reader may vote. */
  obstacle?: PollObstacle;
  /** Ids of the reader's chosen options. */
  chosen: string[];
  /** Who sees the results. */
  viewers: PollViewRole;
  /** Whether the results show names of voters with a public profile. */
  namesVoters: boolean;
  /** Absent if the reader may not see them (yet). */
  results?: PollResults;
}

export type GetPollRequest = {
  params: { postId: string; pollId: string };
};

export type VoteRequest = {
  params: { postId: string; pollId: string };
  body: { optionIds: string[] };
};

export interface PollResponse {
  poll: PollState;
}
