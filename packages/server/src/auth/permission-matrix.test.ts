import { areaDocs } from "@porchlight/contract/docs";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import { buildRequest } from "@porchlight/contract/wire/request-encoding";
import { describe, expect, it } from "vitest";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { createTestServer } from "../../test/test-server.ts";

/** Regenerate it with `vitest run -u`, and read the changes: each one gives or takes a right. */
const file = "../../../../docs/reference/permissions.md";

const server = await createTestServer({ rateLimits: false });
const staff = await createTestStaff(server);
const callers = {
  owner: staff.ownerToken,
  editor: await staff.add("editor@example.com", "editor"),
  author: await staff.add("author@example.com", "author"),
  support: await staff.add("support@example.com", "support"),
  member: (await server.signIn()).access_token,
  visitor: await server.visitorToken(),
  none: undefined,
} as const;
type CallerName = keyof typeof callers;
const names = Object.keys(callers) as CallerName[];

interface Row {
  area: string;
  name: string;
  method: string;
  path: string;
  allowed: Record<CallerName, boolean>;
}

/** Whether the server lets the caller do it: any other response than a rejection of the caller. */
async function isAllowed(
  endpoint: Endpoint<EndpointRequest, unknown>,
  example: EndpointRequest,
  token: string | undefined,
): Promise<boolean> {
  const { method, url, body } = buildRequest(endpoint, example);
  const request = new Request(new URL(url, server.context.config.publicUrl), {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: token }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await server.fetch(request, { clientAddress: "192.0.2.7" });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  const code = isStream ? undefined : codeOf(await response.text());
  expect([endpoint.path, response.status < 500]).toEqual([endpoint.path, true]);
  // The caller may do it after a recent authentication.
  if (code === "REAUTHENTICATION_REQUIRED") return true;
  return response.status !== 401 && response.status !== 403;
}

function codeOf(text: string): string | undefined {
  if (!text.startsWith("{")) return undefined;
  return (JSON.parse(text) as { details?: { applicationError?: { code: string } } }).details?.applicationError?.code;
}

async function readRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name: area, endpoints, docs } of areaDocs)
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const example = docs[name]?.example;
      if (typeof endpoint === "string" || !example) continue;
      const allowed = {} as Row["allowed"];
      // The caller with the most rights comes last: it may change what the others would find.
      for (const caller of names.toReversed()) allowed[caller] = await isAllowed(endpoint, example, callers[caller]);
      rows.push({ area, name, method: endpoint.method, path: endpoint.path, allowed });
    }
  return rows;
}

const rows = await readRows();
const may = (caller: CallerName, name: string) => rows.find((row) => row.name === name)?.allowed[caller];

describe("the permission matrix", () => {
  it("equals the one of the reference, for each endpoint of the contract", async () => {
    expect(rows.length).toBeGreaterThan(200);
    await expect(toMarkdown(rows)).toMatchFileSnapshot(file);
  });

  it("gives staff no less than visitors, and no one more than the owner", () => {
    const forMembers = rows.filter(({ allowed }) => allowed.member && !allowed.owner).map(({ name }) => name);
    for (const name of forMembers)
      expect([name, may("editor", name), may("support", name)]).toEqual([name, false, false]);
    for (const { name, allowed } of rows)
      for (const caller of ["editor", "author", "support"] as const)
        if (allowed[caller]) expect([name, caller, allowed.owner]).toEqual([name, caller, true]);
  });

  it("separates members from content", () => {
    for (const name of ["getMemberAccount", "inviteMember", "approveMember", "blockMember", "resetMemberFactors"])
      expect([name, ...names.map((caller) => may(caller, name))]).toEqual([
        name,
        true,
        false,
        false,
        true,
        false,
        false,
        false,
      ]);
    for (const name of ["createForm", "createCategory", "createDraftPost"])
      expect([name, may("editor", name), may("support", name), may("member", name)]).toEqual([
        name,
        true,
        false,
        false,
      ]);
  });

  it("lets only owners change staff and settings", () => {
    for (const name of [
      "listStaff",
      "inviteStaff",
      "changeStaffRole",
      "removeStaff",
      "getSiteSettings",
      "updateSiteSettings",
    ])
      expect([name, ...names.map((caller) => may(caller, name))]).toEqual([
        name,
        true,
        false,
        false,
        false,
        false,
        false,
        false,
      ]);
  });
});

function toMarkdown(all: readonly Row[]): string {
  const areas = [...new Set(all.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const { title } = areaDocs.find(({ name }) => name === area)!;
    const lines = all
      .filter((row) => row.area === area)
      .map(
        ({ name, method, path, allowed }) =>
          `| \`${name}\` | \`${method} ${path}\` | ${names.map((caller) => (allowed[caller] ? "yes" : "–")).join(" | ")} |`,
      );
    return [
      `## ${title}`,
      "",
      `| call | endpoint | ${names.join(" | ")} |`,
      `|---|---|${"---|".repeat(names.length)}`,
      ...lines,
      "",
    ];
  });
  return [
    "# Permissions",
    "",
    "Which role may call which endpoint. A test calls each endpoint of the API with each role over HTTP, and generates this",
    "page. *yes* means that the server does not reject the caller; what a call returns may still depend on the role: lists",
    "contain what the caller may see, and a record that the caller may not see is not found. *none* is a request without a",
    "token. [Manage staff](../how-to/manage-staff.md) describes the roles of staff.",
    "",
    ...sections.flat(),
  ].join("\n");
}
