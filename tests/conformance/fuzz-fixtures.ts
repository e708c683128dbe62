import { randomUUID } from "node:crypto";
import { createApiKey, createMember } from "@porchlight/server/operations";
import { siteAppId } from "../../packages/server/src/auth/apps/site-app.ts";
import { createTokenResponse, openSession } from "../../packages/server/src/auth/tokens/issue-tokens.ts";
import { createStaff } from "../../packages/server/src/staff/manage-staff.ts";
import { goodPassword } from "../../packages/server/test/auth/sign-in-steps.ts";
import { contactForm, field, rule, textField } from "../../packages/server/test/forms/forms.ts";
import type { TestServer } from "../../packages/server/test/test-server.ts";
import type { Living } from "./fuzz.ts";

const owner = { kind: "owner" } as const;

/** The entities that requests of an area refer to, and their callers. */
export interface FuzzFixture {
  living: Living;
  /** Values of `Authorization`. */
  callers: readonly string[];
}

/** Creates the fixture of an area. Some requests remove their own data, so that it is called again and again. */
export type FuzzFixtures = (area: string) => Promise<FuzzFixture>;

export function createFuzzFixtures(server: TestServer): FuzzFixtures {
  const { context } = server;
  const { db } = context;
  let accounts = 0;

  const newKey = async () => (await createApiKey(context, owner, { name: "Fuzz", role: "admin" })).key;

  async function newStaffToken(): Promise<string> {
    const { staffSite } = context;
    const input = { body: { email: `staff-${++accounts}@example.com`, role: "owner" } } as const;
    const { id } = (await createStaff(context, { caller: owner }, input)).staffAccount;
    const session = { appId: siteAppId(staffSite.site.id), role: "member", subjectId: id } as const;
    const { claims, refreshToken } = await openSession(db, staffSite, session);
    return (await createTokenResponse(staffSite, claims, refreshToken)).access_token;
  }

  return async (area) => {
    // Requests of the owner change settings and remove apps.
    await db.deleteFrom("settings").execute();
    for (const { settings } of [context, context.staffSite]) settings.invalidate();
    const [key, staff, visitor] = [await newKey(), await newStaffToken(), await server.visitorToken()];
    const member = await server.signIn();
    const call = async (method: string, path: string, body?: object, token = key) =>
      (await server.call(method, path, { token, ...(body && { body }) })).body;
    const fixture = { server, call, member, visitor, email: `fuzz-${++accounts}@example.com` };
    const living = await (livingOf[area as keyof typeof livingOf] ?? identityLiving)(fixture);
    return { living, callers: [key, key, staff, staff, member.access_token, visitor, `${visitor},${key}`] };
  };
}

interface Fixture {
  server: TestServer;
  /** Sends a request with an API key by default. @returns The body. */
  // biome-ignore lint/suspicious/noExplicitAny: fixtures look into responses
  call(method: string, path: string, body?: object, token?: string): Promise<any>;
  member: Awaited<ReturnType<TestServer["signIn"]>>;
  visitor: string;
  email: string;
}

/** A member with an entity of each kind. */
async function identityLiving({ server, call, member, visitor, email }: Fixture): Promise<Living> {
  const { id } = await createMember(server.context, owner, { email, password: goodPassword });
  const other = await server.signIn();
  const pending = { loginId: { email: `new-${email}` }, password: goodPassword };
  const { stateToken } = await call("POST", "/_api/iam/authentication/v2/register", pending, visitor);
  const login = { loginId: { email }, password: goodPassword, clientMetaData: {} };
  const { sessionToken } = await call("POST", "/_api/iam/authentication/v2/login", login, visitor);
  const { factor } = await call("POST", "/_api/porchlight/v1/auth/factors", { type: "EMAIL" }, member.access_token);
  const { webauthn } = await call("POST", "/_api/porchlight/v1/auth/passkey/options", {}, visitor);
  const ids = [id, member.memberId, other.memberId];
  const listed = (await call("GET", "/members/v1/members")).members.map((one: { id: string }) => one.id);
  return {
    email: [email, `new-${email}`, `other-${email}`],
    password: [goodPassword],
    newPassword: ["a lamp in every window"],
    currentPassword: [goodPassword],
    stateToken: [stateToken],
    sessionToken: [sessionToken],
    session_token: [sessionToken],
    clientId: [server.clientId],
    identityId: ids,
    memberId: ids,
    memberIds: ids,
    member_id: ids,
    id: [...ids, ...listed.slice(0, 3)],
    factorId: [factor?.id ?? id],
    factorType: ["TOTP", "EMAIL", "SMS", "CALL", "PUSH", "WEBAUTHN", "PASSWORD", "RECOVERY_CODE"],
    phoneNumber: ["+442079460000"],
    refreshToken: [member.refresh_token],
    token: [member.access_token, visitor],
    challengeId: [webauthn?.challengeId ?? id],
    credential: [JSON.stringify({ id: "AA", rawId: "AA", type: "public-key", response: {} }), "{}", "[]", "null"],
    language: ["en", "de"],
    url: [`${server.origin}/callback`],
    redirectUri: [`${server.origin}/callback`],
    postFlowUrl: [`${server.origin}/bye`],
    postLogoutRedirectUri: [`${server.origin}/bye`],
    codeChallenge: ["x".repeat(43)],
    codeVerifier: ["v".repeat(43)],
    country: ["GB"],
  };
}

/** Drafts, posts, likes, categories, tags, files and folders. */
async function blogLiving({ server, call, member }: Fixture): Promise<Living> {
  const unique = randomUUID().slice(-12);
  const ids: string[] = [];
  for (const publish of [false, true, true]) {
    const draftPost = { title: "Lamps of glass", memberId: member.memberId };
    ids.push((await call("POST", "/blog/v3/draft-posts", { draftPost, publish })).draftPost.id);
  }
  const published = ids[1]!;
  const like = { fqdn: "wix.blog.v3.post", entityId: published };
  const likeId = (await call("POST", "/blog/v1/likes", { like }, member.access_token)).like.id;
  await call("PATCH", `/blog/v3/draft-posts/${published}`, { draftPost: { title: "F2" } });
  await call("DELETE", `/blog/v3/draft-posts/${ids[2]}`);
  const groups: string[] = [];
  for (const label of [`a ${unique}`, `b ${unique}`]) {
    groups.push((await call("POST", "/blog/v3/categories", { category: { label } })).category.id);
    groups.push((await call("POST", "/v3/tags", { label })).tag.id);
  }
  const { uploadUrl } = await call("POST", "/site-media/v1/files/upload-url", { filename: "fuzz" });
  const { file } = (await (await fetch(uploadUrl, { method: "PUT", body: "fuzz" })).json()) as { file: { id: string } };
  const { folder } = await call("POST", "/_api/porchlight/v1/media/folders", { folder: { name: `Fuzz ${unique}` } });
  const dates = ["2999-01-01T00:00:00.000Z", "2001-01-01T00:00:00.000Z"];
  const files = { fileId: [file.id], fileIds: [file.id], replacesFileId: [file.id] };
  const groupNames = ["categoryId", "tagId", "targetCategoryId", "targetTagId", "categoryIds", "tagIds"];
  return {
    ...files,
    ...Object.fromEntries(groupNames.map((name) => [name, groups])),
    draftPostId: ids,
    postId: ids,
    postIds: ids,
    entityId: ids,
    id: [...ids, likeId, ...groups],
    likeId: [likeId],
    memberId: [member.memberId],
    fqdn: ["wix.blog.v3.post"],
    slug: ["Lamps-of-glass"],
    expression: ["lamp", "la", '"lamps of" -wire', "'; --", "a & b | !c:*", "𝒳́\u0301"],
    timeZone: ["Europe/Berlin", "UTC"],
    rangeStart: ["2024-01-01T00:00:00.000Z", "-271821-04-20T00:00:00Z", "+275760-09-13T00:00:00Z"],
    folderId: [folder.id],
    parentId: [folder.id],
    revision: ["1", "2", "9"],
    scheduledPublishDate: dates,
    firstPublishedDate: dates,
    language: ["en", "de"],
    type: ["PARAGRAPH", "TEXT", "HEADING", "LIST_ITEM"],
    url: ["https://example.com/a.png", "/media/1.png"],
    clientId: [server.clientId],
  };
}

const productId = randomUUID();
const options = { options: [{ value: "a", label: "A" }, { value: 1 }] };
const [kind, other] = [textField("kind"), textField("other")];

/** A form with every kind of field, a step and a rule. */
export const wholeForm = contactForm({
  formFields: [
    kind,
    other,
    textField("email", { validation: { format: "EMAIL", pattern: ".@.", maxLength: 100 } }),
    textField("date", { validation: { format: "DATE", dateOptions: { minimum: "2000-01-01", maximum: "$now" } } }),
    field("choice", { stringOptions: { componentType: "DROPDOWN", dropdownOptions: options } }),
    field("number", {
      inputType: "NUMBER",
      numberOptions: { validation: { minimum: 0, maximum: 10, multipleOf: 0.5 } },
    }),
    field("rating", { inputType: "NUMBER", numberOptions: { componentType: "RATING_INPUT" } }),
    field("consent", { inputType: "BOOLEAN", booleanOptions: { componentType: "CHECKBOX" } }),
    field("many", {
      inputType: "ARRAY",
      arrayOptions: { componentType: "CHECKBOX_GROUP", checkboxGroupOptions: options },
    }),
    field("object", { inputType: "OBJECT", objectOptions: { validation: { properties: { a: { string: {} } } } } }),
    field("file", { inputType: "WIX_FILE", wixFileOptions: { componentType: "FILE_UPLOAD" } }),
    field("address", { inputType: "ADDRESS", addressOptions: { validation: { allowedCountries: ["GB"] } } }),
    field("pay", {
      inputType: "PAYMENT",
      paymentOptions: { validation: { products: [{ id: productId, fixedPriceOptions: { price: "1.50" } }] } },
    }),
  ],
  steps: [{ id: randomUUID(), layout: { large: { items: [{ fieldId: kind.id, row: 0 }] } } }],
  formRules: [rule("kind", "x", other, "require"), rule("kind", "y", other, "hide")],
  disabledFormMessage: { nodes: [{ type: "PARAGRAPH", id: "", nodes: [] }] },
});

/** Values for {@link wholeForm}. */
export const wholeSubmission = {
  kind: "x",
  other: "y",
  email: "ada@example.com",
  date: "2024-02-29",
  choice: "a",
  number: 1.5,
  rating: 3,
  consent: true,
  many: ["a", 1],
  object: { a: "b" },
  file: [],
  address: { country: "GB", city: "London" },
  pay: [{ productId, quantity: 2 }],
};

/** Forms and submissions. */
async function formLiving({ call, visitor }: Fixture): Promise<Living> {
  const [ids, submissions]: [string[], string[]] = [[], []];
  for (let number = 0; number < 3; number++) {
    const formId = (await call("POST", "/form-schema-service/v4/forms", { form: wholeForm })).form.id;
    const submission = { formId, submissions: wholeSubmission };
    const made = await call("POST", "/form-submission-service/v4/submissions", { submission }, visitor);
    ids.push(formId);
    submissions.push(made.submission.id);
  }
  await call("DELETE", `/form-schema-service/v4/forms/${ids[2]}`);
  await call("DELETE", `/form-submission-service/v4/submissions/${submissions[1]}`);
  return {
    formId: ids,
    formIds: ids,
    submissionId: submissions,
    submissionIds: submissions,
    ids: submissions,
    id: [...ids, ...submissions],
    fieldId: [kind.id],
    fieldIds: [kind.id],
    revision: ["1", "2"],
    namespace: ["wix.form_app.form"],
    target: ["kind", "email"],
  };
}

const fieldsTo = (referencedCollectionId: string) => [
  { key: "authors", type: "MULTI_REFERENCE", typeMetadata: { multiReference: { referencedCollectionId } } },
  { key: "best", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId } } },
  { key: "isbn", type: "TEXT", unique: true },
];
const plugins = [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }];
const permissions = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" };

/** Creates collections with items, references and a draft, unless they exist. */
export async function putFuzzCollections(post: (path: string, body: object) => Promise<unknown>): Promise<void> {
  const [books, authors] = ["Books", "Authors"];
  await post("/wix-data/v2/collections", { collection: { id: authors, permissions } });
  await post("/wix-data/v2/collections", { collection: { id: books, permissions, fields: fieldsTo(authors) } });
  await post("/wix-data/v2/collections", { collection: { id: "Drafts", permissions, plugins } });
  const item = (dataCollectionId: string, id: string, data: object) =>
    post("/wix-data/v2/items/save", { dataCollectionId, dataItem: { id, data } });
  await item(authors, "austen", { name: "Austen", n: 1 });
  await item(books, "emma", {
    title: "Emma",
    pages: 474,
    tags: ["a", 1, true, null, { $date: "2024-05-06T07:08:09.123Z" }, { b: [1] }],
    best: "austen",
    address: { city: "Bath" },
  });
  await item("Drafts", "draft", { title: "Draft", pages: 1 });
  await post("/wix-data/v2/bulk/items/insert-references", {
    dataCollectionId: books,
    dataItemReferences: [{ referringItemFieldName: "authors", referringItemId: "emma", referencedItemId: "austen" }],
  });
}

/** Paths of fields of the collections. */
export const fuzzFieldPaths = [
  ...["title", "pages", "tags", "address.city", "best.name", "authors", "authors.n", "_id", "_createdDate"],
];

async function dataLiving({ call }: Fixture): Promise<Living> {
  await putFuzzCollections((path, body) => call("POST", path, body));
  return {
    dataCollectionId: ["Books", "Books", "Drafts", "Authors", "Nowhere"],
    dataItemId: ["emma", "draft", "none"],
    dataItemIds: ["emma", "none"],
    referringItemId: ["emma"],
    referencedItemId: ["austen", "none"],
    newReferencedItemIds: ["austen"],
    referringItemIds: ["emma"],
    referringItemFieldName: ["authors", "best", "title"],
    fieldName: fuzzFieldPaths,
    itemFieldName: fuzzFieldPaths,
    groupingFields: fuzzFieldPaths,
    fieldPath: [...fuzzFieldPaths, "tags.0", "new.er"],
    field: ["authors", "best", "title"],
    fields: fuzzFieldPaths,
    id: ["emma", "Books", "Authors"],
    key: ["title", "isbn", "more"],
    fieldKey: ["title", "more"],
  };
}

const livingOf = { blog: blogLiving, media: blogLiving, forms: formLiving, data: dataLiving };
