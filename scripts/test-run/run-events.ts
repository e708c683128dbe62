/** Environment variable with the file that the reporter appends events to. */
export const resultsVariable = "PORCHLIGHT_TEST_RESULTS";

/** Why a test, or with an empty `test` the whole file, did not pass. */
export interface Failure {
  test: string;
  message: string;
}

/** The tests of one file. */
export interface FileResult {
  /** Absolute path. */
  file: string;
  passed: number;
  failures: readonly Failure[];
}

/** A line of the file that the reporter writes. `error` is one outside of all tests. */
export type RunEvent =
  | { type: "start"; file: string }
  | ({ type: "end" } & FileResult)
  | { type: "error"; message: string };
