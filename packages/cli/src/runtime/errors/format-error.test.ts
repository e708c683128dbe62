import { describe, expect, it } from "vitest";
import { describeError } from "./format-error.ts";

const fromDatabase = (code: string) => Object.assign(new Error("server text"), { name: "error", code });

describe("describeError", () => {
  it.each([
    [fromDatabase("53100"), "The disk of the database is full."],
    [fromDatabase("57P01"), "The database went away"],
    [new Error("Connection terminated unexpectedly"), "The database went away"],
  ])("describes a lost connection (%s)", (error, sentence) => {
    const { message, exitCode } = describeError(error);
    expect(message).toContain(sentence);
    expect(exitCode).toBe(1);
  });

  it("prints the first line of an unexpected error, and its stack only for debugging", () => {
    const error = new Error("column is missing\nat line 3");
    expect(describeError(error).message).toBe(
      "Something went wrong: column is missing. Set LOG_LEVEL=debug to see where.",
    );
    expect(describeError(error, "debug").message).toContain("format-error.test.ts");
  });
});
