import { appendFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from "vitest/node";
import { type Failure, type RunEvent, resultsVariable } from "./run-events.ts";

/** A Vitest reporter. Appends each event immediately, so that a run that crashes or hangs leaves its results. */
export default class RecordResults implements Reporter {
  onTestModuleQueued({ moduleId: file }: TestModule): void {
    append({ type: "start", file });
  }

  onTestModuleEnd(module: TestModule): void {
    const failures = [...module.errors(), ...suiteErrors(module)].map((error) => ({ test: "", ...toText(error) }));
    let passed = 0;
    for (const test of module.children.allTests()) {
      if (test.result().state === "passed") passed += 1;
      else failures.push(toFailure(test));
    }
    append({ type: "end", file: module.moduleId, passed, failures });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) append({ type: "error", ...toText(error) });
  }
}

function append(event: RunEvent): void {
  const file = process.env[resultsVariable];
  if (file) appendFileSync(file, `${JSON.stringify(event)}\n`);
}

function suiteErrors(module: TestModule): SerializedError[] {
  return [...module.children.allSuites()].flatMap((suite: TestSuite) => suite.errors());
}

/** A skipped test counts as failed. */
function toFailure(test: TestCase): Failure {
  const { state, errors = [] } = test.result();
  const messages = errors.map((error) => toText(error).message);
  return { test: test.fullName, message: messages.length > 0 ? messages.join("\n") : state };
}

const toText = ({ message, stack, diff }: SerializedError) => ({
  message: [stack ?? message, diff].filter(Boolean).join("\n"),
});
