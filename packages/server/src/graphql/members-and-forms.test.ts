import { describe, expect, it } from "vitest";
import { putPost } from "../../test/blog/posts.ts";
import { callerNames, createCallers } from "../../test/data/collections.ts";
import { contactForm, createFormsClient, formsPath, submissionsPath } from "../../test/forms/forms.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const forms = await createFormsClient(server);
const form = await forms.create(contactForm());
const values = { email: "ada@example.com", message: "Hello" };

type Caller = (typeof callerNames)[number];
const run = async (caller: Caller, query: string, variables: object = {}) =>
  (await callers.call(caller, "/graphql/alpha", { query, variables })).body;
const codesOf = ({ errors = [] }: { errors?: { extensions?: { code?: string } }[] }) =>
  errors.map(({ extensions }) => extensions?.code);
const codeOf = ({ details }: { details?: { applicationError?: { code: string } } }) => details?.applicationError?.code;

const submit = `mutation($submission: CreateSubmissionSubmissionInput!) {
  createSubmission(submission: $submission) { id status submissions submitter { memberId } }
}`;

describe("GraphQL for forms", () => {
  it("stores a submission, which only its sender and API keys read", async () => {
    const { data, errors } = await run("ada", submit, { submission: { formId: form.id, submissions: values } });
    expect(errors).toBeUndefined();
    const { id, ...stored } = data.createSubmission;
    expect(stored).toEqual({ status: "CONFIRMED", submissions: values, submitter: { memberId: expect.any(String) } });
    const read = (caller: Caller) => run(caller, "query($id: ID!) { submission(id: $id) { submissions } }", { id });
    expect((await read("ada")).data.submission.submissions).toEqual(values);
    expect((await read("owner")).data.submission.submissions).toEqual(values);
    expect(codesOf(await read("bob"))).toEqual(["SUBMISSION_NOT_FOUND"]);
    const list = (caller: Caller) => run(caller, "{ submissions(onlyYourOwn: true) { nodes { id } } }");
    expect((await list("ada")).data.submissions.nodes).toEqual([{ id }]);
    expect((await list("bob")).data.submissions.nodes).toEqual([]);
  });

  it("reports invalid values as REST does", async () => {
    const submission = { formId: form.id, submissions: { message: "Hello" } };
    const { errors } = await run("visitor", submit, { submission });
    const rest = await callers.call("visitor", submissionsPath, { submission });
    expect(errors[0].extensions.details).toEqual(rest.body.details);
  });

  it("reads a form with the properties of the contract", async () => {
    const { data, errors } = await run(
      "visitor",
      "query($id: ID!) { form(id: $id) { name enabled formFields { fieldType } } }",
      {
        id: form.id,
      },
    );
    expect(errors).toBeUndefined();
    expect(data.form).toEqual({
      name: "Contact",
      enabled: true,
      formFields: [{ fieldType: "INPUT" }, { fieldType: "INPUT" }],
    });
  });
});

describe("every list", () => {
  it("continues after the cursor of any edge", async () => {
    for (const number of [1, 2, 3, 4, 5])
      await putPost(server.context, {
        title: `Post ${number}`,
        slug: `post-${number}`,
        firstPublishedAt: new Date(Date.UTC(2024, 0, number)),
      });
    const query = `query($first: Int, $after: String) {
      posts(first: $first, after: $after, sort: [{field: "slug"}]) { edges { cursor node { slug } } pageInfo { hasNextPage } }
    }`;
    const read = async (first: number, after?: string) => (await run("visitor", query, { first, after })).data.posts;
    const slugs = (page: { edges: { node: { slug: string } }[] }) => page.edges.map(({ node }) => node.slug);
    const first = await read(3);
    expect(slugs(first)).toEqual(["post-1", "post-2", "post-3"]);
    const second = await read(2, first.edges[0].cursor);
    expect([slugs(second), second.pageInfo.hasNextPage]).toEqual([["post-2", "post-3"], true]);
    expect(slugs(await read(3, second.edges[1].cursor))).toEqual(["post-4", "post-5"]);
    const last = await read(9, second.edges[0].cursor);
    expect(slugs(last)).toEqual(["post-3", "post-4", "post-5"]);
    expect(await read(3, last.edges.at(-1).cursor)).toEqual({ edges: [], pageInfo: { hasNextPage: false } });
    for (const after of ["edge.", "edge.e30", `edge.${Buffer.from('{"skip":1e9}').toString("base64url")}`, "none"])
      expect([after, codesOf(await run("visitor", query, { after }))]).toEqual([after, ["CURSOR_INVALID"]]);
  });

  it("has members that the caller may see", async () => {
    const query = "{ members { nodes { id loginEmail } edges { node { id } } } }";
    const rest = async (caller: Caller) =>
      (await callers.call(caller, "/members/v1/members/query", { query: {}, fieldsets: ["FULL"] })).body;
    for (const caller of callerNames) {
      const { data } = await run(caller, query);
      const { members } = await rest(caller);
      expect(data.members.nodes).toEqual(
        members.map(({ id, loginEmail }: { id: string; loginEmail?: string }) => ({
          id,
          loginEmail: loginEmail ?? null,
        })),
      );
    }
    expect((await run("owner", query)).data.members.edges.length).toBeGreaterThan(0);
  });
});

describe("the permissions of GraphQL", () => {
  const none = "11111111-1111-4111-8111-111111111111";
  /** A field, and the call of REST with the same effect. None changes anything. */
  type Case = [field: string, method: string, path: string, body?: object];
  const reads: Case[] = [
    ["currentMember { id }", "GET", "/members/v1/members/my"],
    [`member(id: "${none}") { id }`, "GET", `/members/v1/members/${none}`],
    ["members { nodes { id } }", "POST", "/members/v1/members/query", { query: {} }],
    [`form(id: "${none}") { id }`, "GET", `${formsPath}/${none}`],
    ["forms { nodes { id } }", "POST", `${formsPath}/query`, { query: {} }],
    [`submission(id: "${none}") { id }`, "GET", `${submissionsPath}/${none}`],
    ["submissions { nodes { id } }", "POST", `${submissionsPath}/query`, { query: {} }],
    [`post(id: "${none}") { id }`, "GET", `/blog/v3/posts/${none}`],
    [
      'items(collection: "None") { nodes { id } }',
      "POST",
      "/wix-data/v2/items/query",
      { dataCollectionId: "None", query: {} },
    ],
  ];
  const changes: Case[] = [
    [`approveMember(id: "${none}")`, "POST", `/members/v1/members/${none}/approve`, {}],
    [`muteMember(id: "${none}")`, "POST", `/members/v1/members/${none}/mute`, {}],
    [`blockMember(id: "${none}")`, "POST", `/members/v1/members/${none}/block`, {}],
    [`deleteMember(id: "${none}")`, "DELETE", `/members/v1/members/${none}`],
    [`deleteForm(formId: "${none}")`, "DELETE", `${formsPath}/${none}`],
    [`deleteSubmission(submissionId: "${none}")`, "DELETE", `${submissionsPath}/${none}`],
    [`confirmSubmission(submissionId: "${none}")`, "POST", `${submissionsPath}/${none}/confirm`, {}],
    [`deleteCategory(categoryId: "${none}")`, "DELETE", `/blog/v3/categories/${none}`],
    [`deleteTag(tagId: "${none}")`, "DELETE", `/v3/tags/${none}`],
  ];

  const cases = [...reads, ...changes.map(([field, ...call]): Case => [`mutation ${field}`, ...call])];
  it.each(cases)("are those of REST: %s", async (field, method, path, body) => {
    const isMutation = field.startsWith("mutation ");
    const text = field.replace(/^mutation /, "");
    for (const caller of callerNames) {
      const rest = await server.call(method, path, { token: callers.tokens[caller], ...(body && { body }) });
      let result = await run(caller, isMutation ? `mutation { ${text} }` : `{ ${text} }`);
      // The result of some mutations is an object, whose fields have to be selected.
      if (result.errors?.[0]?.extensions?.code === "GRAPHQL_VALIDATION_FAILED")
        result = await run(caller, `mutation { ${text} { __typename } }`);
      const code = rest.status < 300 ? undefined : codeOf(rest.body);
      expect([caller, codesOf(result)]).toEqual([caller, code === undefined ? [] : [code]]);
    }
  });
});
