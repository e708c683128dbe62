/** A job that is to run again after the other waiting jobs. Its attempts are counted anew. */
export interface RunAgain {
  afterSeconds: number;
}

export const runAgain: RunAgain = { afterSeconds: 0 };
