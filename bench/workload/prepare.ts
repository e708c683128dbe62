import { createApiKey, createForm, createMember, updateSetting } from "@porchlight/server/operations";
import { fillItems } from "../fill-items.ts";
import { fillPosts } from "../fill-posts.ts";
import { type Bench, requestToken } from "../product.ts";

/** A signed-in member. */
export interface WorkloadMember {
  email: string;
  accessToken: string;
  /** Items that the member has inserted. */
  itemIds: string[];
}

/** The content that the operations of a workload read and write. */
export interface WorkloadContent {
  visitorToken: string;
  clientId: string;
  postIds: readonly string[];
  formId: string;
  members: readonly WorkloadMember[];
  /** Unused tokens: each is replaced by its renewal. */
  refreshTokens: string[];
}

/** Sizes of the content. */
export const workloadSizes = { posts: 1_000, items: 5_000, members: 100 } as const;
/** Items that only the member who inserted them can read and change. */
export const ownCollectionId = "Notes";
/** The password of all members. */
export const memberPassword = "correct horse battery staple";
const itemsPerMember = 10;
const owner = { caller: { kind: "owner" } } as const;

/** Creates posts, collections, a form and signed-in members. */
export async function prepareWorkload(
  bench: Pick<Bench, "sql" | "context" | "productUrl" | "clientId" | "visitorToken">,
): Promise<WorkloadContent> {
  const { sql, context, productUrl, clientId, visitorToken } = bench;
  const siteId = context.site.id;
  await updateSetting(context, owner.caller, "comments", "on");
  await fillPosts(bench, workloadSizes.posts);
  await sql.query(
    `insert into data_collections (site_id, id, read_level, insert_level, update_level, remove_level, definition, created_at, updated_at)
     values ($1, $2, 'SITE_MEMBER_AUTHOR', 'SITE_MEMBER', 'SITE_MEMBER_AUTHOR', 'SITE_MEMBER_AUTHOR', '{"fields":[],"plugins":[]}', now(), now())`,
    [siteId, ownCollectionId],
  );
  await fillItems(bench, workloadSizes.items);
  const { form } = await createForm(context, owner, {
    body: {
      form: {
        name: "Contact",
        formFields: [{ fieldType: "INPUT", inputOptions: { target: "message", inputType: "STRING" } }],
      },
    },
  } as never);
  const { key } = await createApiKey(context, owner.caller, { name: "Workload", role: "admin" });
  const members: WorkloadMember[] = [];
  const refreshTokens: string[] = [];
  for (let number = 0; number < workloadSizes.members; number += 1) {
    const email = `workload-${number}@example.com`;
    const { id } = await createMember(context, owner.caller, { email, password: memberPassword });
    const member = { email, accessToken: await memberToken(productUrl, `${visitorToken},${key}`, id), itemIds: [] };
    for (let count = 0; count < itemsPerMember; count += 1) await insertNote(productUrl, member);
    members.push(member);
    refreshTokens.push((await requestToken(productUrl, { grantType: "anonymous", clientId })).refresh_token);
  }
  const posts = await sql.query<{ id: string }>("select id from posts where site_id = $1", [siteId]);
  return { visitorToken, clientId, postIds: posts.rows.map(({ id }) => id), formId: form.id!, members, refreshTokens };
}

async function memberToken(url: string, authorization: string, memberId: string): Promise<string> {
  const body = { grant_type: "authorized_client", scope: "offline_access", member_id: memberId };
  return (await post<{ access_token: string }>(`${url}/oauth2/token`, authorization, body)).access_token;
}

async function insertNote(url: string, { accessToken, itemIds }: WorkloadMember): Promise<void> {
  const body = { dataCollectionId: ownCollectionId, dataItem: { data: { text: "A first note" } } };
  const { dataItem } = await post<{ dataItem: { id: string } }>(`${url}/wix-data/v2/items`, accessToken, body);
  itemIds.push(dataItem.id);
}

async function post<Answer>(url: string, authorization: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
