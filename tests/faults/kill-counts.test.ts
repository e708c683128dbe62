import { rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { freePort, makeDataDir, newAddress, type Product, startProduct, until } from "../product.ts";
import { allGone, processTree } from "./processes.ts";

const dataDir = makeDataDir();
// Tokens are bound to one address.
const port = await freePort();
const running: Product[] = [];

async function start(): Promise<Product> {
  const product = await startProduct({ dataDir, port, args: ["--site", "none"] });
  running.push(product);
  return product;
}

afterAll(async () => {
  for (const { process } of running)
    if (process.exitCode === null && process.signalCode === null) process.kill("SIGKILL");
  // The database of a killed server ends shortly after it.
  await until(async () => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    return true;
  }, "the folder to be removed");
});

/** A visitor with a token and an address. */
interface Visitor {
  token: string;
  address: Record<string, string>;
  /** Last acknowledged state; `asking` while a request is pending. */
  likes: boolean | "asking";
}

const fqdn = "wix.blog.v3.post";
const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

async function call<Answer>(
  { url }: Product,
  method: string,
  path: string,
  headers: object,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) } as Record<string, string>,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

const headersOf = ({ token, address }: Visitor) => ({ authorization: token, ...address, ...browser });

async function arrive(product: Product, clientId: string): Promise<Visitor> {
  const address = newAddress();
  const body = { grantType: "anonymous", clientId };
  const { access_token: token } = await call<{ access_token: string }>(product, "POST", "/oauth2/token", address, body);
  return { token, address, likes: false };
}

const read = (product: Product, visitor: Visitor, id: string) =>
  call(product, "GET", `/v3/posts/${id}?fieldsets=RICH_CONTENT`, headersOf(visitor));

async function like(product: Product, visitor: Visitor, id: string): Promise<void> {
  visitor.likes = "asking";
  await call(product, "POST", "/blog/v1/likes", headersOf(visitor), { like: { fqdn, entityId: id } });
  visitor.likes = true;
}

async function takeBack(product: Product, visitor: Visitor, id: string): Promise<void> {
  visitor.likes = "asking";
  await call(product, "DELETE", `/blog/v1/likes/fqdn/${fqdn}/entity-id/${id}`, headersOf(visitor));
  visitor.likes = false;
}

it("kill -9 during views and likes loses no acknowledged like, and counters are correct afterwards", async () => {
  const first = await start();
  const json = async (...args: string[]) => JSON.parse((await first.command(...args, "--json")).stdout);
  const { key } = (await json("key", "create", "--name", "Writer", "--role", "editor")) as { key: string };
  const { apps } = (await json("app", "list")) as { apps: { clientId: string }[] };
  // A running server notices a new key after a while.
  const made = await until(
    () =>
      call<{ draftPost: { id: string } }>(
        first,
        "POST",
        "/blog/v3/draft-posts",
        { authorization: key },
        {
          draftPost: { title: "Counted" },
          publish: true,
        },
      ).catch(() => undefined),
    "the post",
  );
  const { id } = made.draftPost;
  const visitors: Visitor[] = [];
  while (visitors.length < 120) visitors.push(await arrive(first, apps[0]?.clientId ?? ""));

  let answered = 0;
  const groups = [0, 1, 2, 3].map(async (group) => {
    try {
      for (let round = 0; ; round += 1)
        for (const visitor of visitors.filter((_, index) => index % 4 === group)) {
          await read(first, visitor, id);
          await like(first, visitor, id);
          answered += 1;
          if (round % 2 === 1) await takeBack(first, visitor, id);
        }
    } catch {
      // The server is gone.
    }
  });
  await until(async () => (answered > 200 ? true : undefined), "two hundred likes", 60_000);
  const tree = processTree(first.process.pid ?? 0);
  first.process.kill("SIGKILL");
  await Promise.all(groups);
  await allGone(tree);

  const second = await start();
  const metrics = async () =>
    (
      await call<{ metrics: { likes: number; views: number } }>(
        second,
        "GET",
        `/v3/posts/${id}/metrics`,
        headersOf(visitors[0] as Visitor),
      )
    ).metrics;
  let liking = 0;
  for (const visitor of visitors) {
    const query = { query: { filter: { entityId: id } } };
    const { likes } = await call<{ likes: object[] }>(
      second,
      "POST",
      "/blog/v1/likes/query",
      headersOf(visitor),
      query,
    );
    liking += likes.length;
    if (visitor.likes !== "asking") expect(likes).toHaveLength(visitor.likes ? 1 : 0);
  }
  expect((await metrics()).likes).toBe(liking);
  expect(visitors.filter(({ likes }) => likes === "asking").length).toBeLessThanOrEqual(4);

  // Views of the last seconds may be lost; those viewers count now, others do not count again.
  expect((await metrics()).views).toBeLessThanOrEqual(visitors.length);
  for (const visitor of visitors) {
    await read(second, visitor, id);
    await like(second, visitor, id);
  }
  await until(
    async () => ((await metrics()).views >= visitors.length ? true : undefined),
    "the views to be written",
    30_000,
  );
  expect(await metrics()).toMatchObject({ likes: visitors.length, views: visitors.length });
}, 180_000);
