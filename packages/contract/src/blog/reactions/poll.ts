/** A member who has voted, has a public profile, and was told that names are shown. */
export interface PollVoter {
  memberId: string;
  name: string;
}

/** One answer of a poll with what was voted. */
export interface PollOptionResult {
  /** Of the option in the document; its place in the list, from 0, where it has none. */
  optionId: string;
  /** Of the voters, 0 to 1; with several answers each these add up to more than 1. */
  share: number;
  /** Absent where the poll does not tell its numbers. */
  votes?: number;
  /** The latest first; absent where the poll names nobody. Who has no public profile is not among them. */
  voters?: PollVoter[];
}

/** The results of a poll, as far as the reader may see them. */
export interface PollResults {
  /** How many have voted; absent where the poll does not tell its numbers. */
  voters?: number;
  /** In the order of the document. */
  options: PollOptionResult[];
}

/** Why somebody cannot vote (now): sign in first; have voted, and the vote stands; it is over; a program without a voter. */
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
  /** Several answers at once, and another vote later; else one answer, once. */
  multiple: boolean;
  mayVote: boolean;
  /** Absent where the reader may vote. */
  obstacle?: PollObstacle;
  /** Ids of the options that the reader has voted for. */
  chosen: string[];
  /** Who sees the results. */
  viewers: PollViewRole;
  /** Whether those who see the results see names with them: those of members who vote and have a public profile. */
  namesVoters: boolean;
  /** Absent for a reader who may not see them, or not yet. */
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
