import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeCases } from "../tests/faults/matrix/cases.ts";
import { promiseCases } from "../tests/faults/matrix/promises.ts";
import { circumstanceTable, faultTable, promiseTable } from "../tests/faults/matrix/table.ts";
import { root } from "./run-step.ts";

/** Writes `docs/faults.md` from the cases of the fault matrix; with `--check`, ends with 1 when the file is not that. */
const file = path.join(root, "docs/faults.md");
const cases = makeCases();
const count = (own: readonly unknown[]) => (own.length === 0 ? "–" : String(own.length));

const text = `# Faults

Made by \`node scripts/make-fault-docs.ts\` from the cases of \`tests/faults/fault-matrix.test.ts\`; do not edit.

What may stand between the client and the server, and when. In each of these ${cases.length + promiseCases.length} cases the real client calls the real server, on a
clock that is played for both, from the sign-in to two hours after the fault. A case fails, and the build with it, unless whoever was a
member is the same member in every tab afterwards, was never told that they are signed out, and no caller waited longer than 5 seconds.

A cell is the number of cases. Each of them has one storage, one or three tabs, a clock, and may load its pages again while the fault lasts;
the token endpoint meets the fault with one request or for half a minute.

- **boot**: the page begins with an access token that has run out.
- **renewal**: the token has less than a minute left.
- **mid-call**: the server refuses a token that the page thinks good, and the fault meets the renewal.
- **the call itself**: the fault meets the call, which the page gives 4 seconds.
- **code exchange**: the fault meets the last step of a sign-in. What was before stays, and the next sign-in works.

400 and 401 with JSON, and a 401 without a body, are no faults at the token endpoint but its refusal: they end a session, and \`sessionLost\` says so.

${faultTable(cases, count)}

## Beside the fault

Blocked, full and dropped: nothing is kept, and the page's own memory takes over. A storage that ends with its page is not loaded again in the middle.
An answer is lost when the server has done its work before, a request when it has not.

${circumstanceTable(cases, count)}

## One renewal, no waiting for ever, a sign-in that explains itself

${promiseTable(promiseCases, count)}

Five tabs of a real browser do the same in \`tests/faults/tabs.test.ts\`.
`;

if (process.argv.includes("--check")) {
  if (readCurrent() !== text) {
    console.error("docs/faults.md is not what the fault matrix says. Run: node scripts/make-fault-docs.ts");
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
}

function readCurrent(): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
