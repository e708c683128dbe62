import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { authErrors, oauthErrors } from "@porchlight/contract/auth/errors";
import { blogErrors } from "@porchlight/contract/blog/errors";
import { dataErrors } from "@porchlight/contract/data/errors";
import { errors as areaErrors, commonErrors, type ErrorFacts } from "@porchlight/contract/errors";
import { mediaErrors } from "@porchlight/contract/media/errors";
import { membersErrors } from "@porchlight/contract/members/errors";
import { redirectsErrors } from "@porchlight/contract/redirects/errors";
import { root } from "./run-step.ts";

/** Writes `docs/errors.md` from the codes of the contract; with `--check`, ends with 1 when the file is not that. */
const file = path.join(root, "docs/errors.md");

const sections: readonly (readonly [title: string, errors: Readonly<Record<string, ErrorFacts>>])[] = [
  ["Every route", commonErrors],
  ["Sign-in and registration", authErrors],
  ["Redirect sessions", redirectsErrors],
  ["Members", membersErrors],
  ["Blog", blogErrors],
  ["Data", dataErrors],
  ["Media", mediaErrors],
];

const documented = new Set(sections.flatMap(([, codes]) => Object.keys(codes)));
const forgotten = Object.keys(areaErrors).filter((code) => !documented.has(code));
if (forgotten.length > 0) throw new Error(`No section of the error catalogue holds: ${forgotten.join(", ")}`);

const text = `# Errors

Made by \`node scripts/make-error-docs.ts\` from the contract package; do not edit.

Every refusal is JSON with \`message\` and \`details\`. \`details.applicationError.code\` is one of the codes below; a request
whose fields do not fit has \`details.validationError.fieldViolations\` instead. The header \`X-Wix-Request-Id\` names the
request: give it to whoever runs the server.

${sections.map(([title, errors]) => `## ${title}\n\n${table(errors)}`).join("\n\n")}

## Token endpoint

\`POST /oauth2/token\` answers in the form of RFC 6749: \`error\`, \`error_description\`, \`message\`.

${table(oauthErrors)}
`;

function table(errors: Readonly<Record<string, ErrorFacts>>): string {
  const rows = Object.entries(errors).map(
    ([code, { status, message }]) => `| \`${code}\` | ${status} | ${message.replaceAll("|", "\\|")} |`,
  );
  return ["| code | status | meaning |", "|---|---|---|", ...rows].join("\n");
}

if (process.argv.includes("--check")) {
  if (readCurrent() !== text) {
    console.error("docs/errors.md is not what the contract says. Run: node scripts/make-error-docs.ts");
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
