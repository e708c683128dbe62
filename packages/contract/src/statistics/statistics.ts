/** The periods of statistics, in days. */
export const statisticsPeriods = ["7", "30", "90"] as const;
/** A period of statistics, in days. */
export type StatisticsPeriod = (typeof statisticsPeriods)[number];

/** What happened on one day in the time zone of the site. Figures that the caller may not see are absent. */
export interface DailyStatistics {
  /** ISO 8601, without a time. */
  date: string;
  /** Members who signed up or were created. */
  signUps?: number | undefined;
  /** Sign-ins of members. */
  signIns?: number | undefined;
  /** Views of posts: one per viewer and post within 24 hours. */
  views?: number | undefined;
}

/** A post by its views within the period. */
export interface TopPost {
  id: string;
  title: string;
  slug: string;
  views: number;
}

export interface Statistics {
  /** Each day of the period, oldest first; today is the last one. */
  days: DailyStatistics[];
  /** The ten most viewed posts of the period. Absent for callers who may not see views. */
  topPosts?: TopPost[] | undefined;
}

/** The age of the newest backup. */
export interface NewestBackup {
  /** ISO 8601, UTC. `null` if there is none. */
  date: string | null;
  /** Whether there is none, or it is older than seven days. */
  isOverdue: boolean;
}

/** A version that the server can be updated to. */
export interface AvailableUpdate {
  version: string;
  /** The version that is running. */
  current: string;
  /** The page of the version, with its changes. */
  url: string;
}

/** The figures of {@link Attention}. */
export const attentionFigures = [
  "membersWaiting",
  "submissionsUnseen",
  "postsInReview",
  "commentsToReview",
  "webhooksFailing",
  "jobsFailed",
  "backup",
  "update",
] as const;
/** The name of a figure of {@link Attention}. */
export type AttentionFigure = (typeof attentionFigures)[number];

/** The numbers of what waits for a decision or has failed. Figures that the caller may not see are absent. */
export interface Attention {
  /** Members who wait for approval. */
  membersWaiting?: number | undefined;
  /** Submissions of forms that have not been marked as seen. */
  submissionsUnseen?: number | undefined;
  /** Posts that wait for a review. */
  postsInReview?: number | undefined;
  /** Comments that wait for approval or were reported. */
  commentsToReview?: number | undefined;
  /** Webhooks whose deliveries fail or that are paused because of it. */
  webhooksFailing?: number | undefined;
  /** Background jobs whose attempts have all failed. */
  jobsFailed?: number | undefined;
  /** The newest backup. Only for owners. */
  backup?: NewestBackup | undefined;
  /** Absent if there is none, or the setting `updateCheck` is off. Only for owners. */
  update?: AvailableUpdate | undefined;
  /** Figures that could not be read. */
  failed?: AttentionFigure[] | undefined;
}

export type GetStatisticsRequest = { query: { days?: StatisticsPeriod | undefined } };
export interface StatisticsResponse {
  statistics: Statistics;
}
export interface AttentionResponse {
  attention: Attention;
}
