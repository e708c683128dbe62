/** Values of indexes that a program may need at run time. */

export const dataIndexStatuses = ["BUILDING", "ACTIVE", "FAILED", "DROPPING"] as const;
export type DataIndexStatus = (typeof dataIndexStatuses)[number];

/** Fields of one index. */
export const maxIndexFields = 3;
