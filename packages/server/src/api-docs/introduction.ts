import { oauthErrors } from "@porchlight/contract/auth/errors";
import { commonErrors, type ErrorDefinition } from "@porchlight/contract/errors";

/** Getting started and errors of all operations, as Markdown. @param tokenCommand Requests a visitor's token. */
export function introduction(tokenCommand: string): string {
  return `Sign-in and content of this site. Get a visitor's token from \`POST /oauth2/token\`, then send it with every call.

# Getting started

1. The owner registers an app and gets its client id: \`porchlight app create\`.
2. The app gets a visitor's token:

\`\`\`shell
${tokenCommand}
\`\`\`

3. Every other call sends the access token unchanged in the header \`Authorization\`; the prefix \`Bearer \` is
   optional. The commands below read it from \`$TOKEN\`.
4. To sign a member in, send the sign-in request with this token. The member gets a token of their own.

Every response has the id of its request in \`X-Wix-Request-Id\`. Dates are ISO 8601 in UTC. In query strings, nested
parameters are written with dots (\`paging.limit=10\`), and lists as repeated keys.

GraphQL queries and mutations go to \`/graphql/alpha\`. [GraphiQL](/reference/graphql) shows their schema and runs them.

# Errors

A rejected request changes nothing. Handle errors by their code; messages are for people and may change. The code is
\`details.applicationError.code\`; invalid values are listed in \`details.validationError.fieldViolations\` instead. If
the response has \`Retry-After\`, wait for that many seconds.

Every operation can return:

${codeTable(commonErrors)}

Errors of the token endpoint have the format of RFC 6749, \`error\` and \`error_description\`:

${codeTable(oauthErrors)}
`;
}

function codeTable(codes: Readonly<Record<string, ErrorDefinition>>): string {
  const rows = Object.entries(codes).map(([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |`);
  return ["| code | status | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}
