import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../browser/commands.ts";
import { type Product, startProduct, until } from "../product.ts";

interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back and asserts what it finds
  json: any;
}

let product: Product;
let port: number;
let [clientId, otherClientId] = ["", ""];

/** Sends a request to a host that no resolver has to know. */
function call(
  host: string,
  path: string,
  { method = "GET", token, body }: { method?: string; token?: string; body?: unknown } = {},
): Promise<Answer> {
  const headers = {
    host: `${host}:${port}`,
    ...(token !== undefined && { authorization: token }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        const isJson = response.headers["content-type"]?.startsWith("application/json");
        resolve({ status: response.statusCode!, text, json: isJson ? JSON.parse(text) : undefined });
      });
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function command<Result>(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await product.command(...args, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Result;
}

const visitorToken = async (host: string, app: string): Promise<string> =>
  (await call(host, "/oauth2/token", { method: "POST", body: { grantType: "anonymous", clientId: app } })).json
    ?.access_token;

const clientIdOf = async (...site: string[]) =>
  (await command<{ apps: { clientId: string }[] }>("app", "list", ...site)).apps[0]!.clientId;

beforeAll(async () => {
  product = await startProduct({ args: [], run: runHere });
  port = Number(new URL(product.url).port);
});
afterAll(() => product.stop());

describe("an installation with one site", () => {
  it("serves it at every host", async () => {
    for (const host of ["localhost", "127.0.0.1", "example.com"]) {
      expect((await call(host, "/")).text).toContain("<title>Porchlight");
    }
  });
});

describe("two sites in one installation", () => {
  beforeAll(async () => {
    await command("site", "create", "--name", "Harbor", "--url", `http://two.localhost:${port}`);
    // The first request of a site creates its app.
    const isOpen = async () => (await call("two.localhost", "/")).text.includes("<title>Harbor") || undefined;
    await until(isOpen, "the second site");
    [clientId, otherClientId] = [await clientIdOf(), await clientIdOf("--site", `two.localhost:${port}`)];
  });

  it("are listed by a command", async () => {
    expect(await command("site", "list")).toEqual({
      sites: [
        { id: expect.any(String), name: "Porchlight", url: product.url, isMain: true, quotas: {} },
        { id: expect.any(String), name: "Harbor", url: `http://two.localhost:${port}`, isMain: false, quotas: {} },
      ],
    });
  });

  it("have pages of their own", async () => {
    expect((await call("localhost", "/")).text).toContain("<title>Porchlight");
    expect((await call("two.localhost", "/")).text).toContain("<title>Harbor");
    expect((await call("localhost", "/admin/")).text).toContain('"siteName":"Porchlight"');
    expect((await call("two.localhost", "/admin/")).text).toContain('"siteName":"Harbor"');
  });

  it("answer 421 at other hosts, except for probes of the node", async () => {
    for (const host of ["127.0.0.1", "example.com", "three.localhost"]) {
      expect(await call(host, "/")).toMatchObject({ status: 421, text: "No site is configured for this host.\n" });
      const answer = await call(host, "/v3/posts");
      expect(answer.status).toBe(421);
      expect(answer.json.details.applicationError.code).toBe("NOT_FOUND");
      expect((await call(host, "/readyz")).status).toBe(200);
    }
  });

  it("do not accept each other's apps and tokens", async () => {
    const [token, other] = [
      await visitorToken("localhost", clientId),
      await visitorToken("two.localhost", otherClientId),
    ];
    expect((await call("localhost", "/v3/posts", { token })).status).toBe(200);
    expect((await call("two.localhost", "/v3/posts", { token: other })).status).toBe(200);
    const unknown = await call("two.localhost", "/v3/posts", { token: "IST.unknown" });
    expect(await call("two.localhost", "/v3/posts", { token })).toEqual(unknown);
    expect(await call("localhost", "/v3/posts", { token: other })).toEqual(unknown);
    expect(await visitorToken("two.localhost", clientId)).toBeUndefined();
    expect(await visitorToken("localhost", otherClientId)).toBeUndefined();
  });

  it("have members, posts and jobs of their own", async () => {
    await command("seed", "--posts", "3", "--members", "2", "--site", "Harbor");
    const total = async (host: string, app: string) =>
      (await call(host, "/blog/v2/stats/posts/total", { token: await visitorToken(host, app) })).json.total;
    expect(await total("two.localhost", otherClientId)).toBe(3);
    expect(await total("localhost", clientId)).toBe(0);
    expect((await command<{ members: object[] }>("member", "list", "--site", "Harbor")).members).toHaveLength(2);
    expect(await command("member", "list")).toMatchObject({ members: [] });
    const email = "ada@example.com";
    await command("member", "invite", "--email", email, "--site", "Harbor");
    const inbox = async (host: string): Promise<object[]> => (await call(host, `/dev/mail.json?to=${email}`)).json;
    await until(async () => (await inbox("two.localhost"))[0], "the invitation");
    expect(await inbox("localhost")).toEqual([]);
    expect(await command("job", "list", "--kind", "mail")).toEqual({ jobs: [] });
    expect((await command<{ jobs: object[] }>("job", "list", "--kind", "mail", "--site", "Harbor")).jobs).toHaveLength(
      1,
    );
  }, 120_000);

  it("rejects sites with the host of another one, and unknown ones", async () => {
    const create = (url: string) => product.command("site", "create", "--name", "Third", "--url", url);
    for (const url of [product.url, `http://two.localhost:${port}`])
      expect(await create(url)).toMatchObject({ code: 1, stderr: expect.stringContaining("already") });
    expect((await create("http://plain.example")).stderr).toContain("plain http is for localhost only");
    expect((await product.command("member", "list", "--site", "Third")).stderr).toContain('There is no site "Third"');
  }, 120_000);

  it("move to another host, and have quotas that the list shows", async () => {
    const url = `http://three.localhost:${port}`;
    const site = await command(
      "site",
      "update",
      "Harbor",
      "--url",
      url,
      "--max-members",
      "3",
      "--max-media-bytes",
      "1.5GiB",
    );
    const quotas = {
      members: { used: 3, maximum: 3 },
      mediaBytes: { used: expect.any(Number), maximum: 1_610_612_736 },
    };
    expect(site).toMatchObject({ name: "Harbor", url, quotas });
    await until(
      async () => (await call("two.localhost", "/")).status === 421 || undefined,
      "the end of the former host",
    );
    await until(async () => (await call("three.localhost", "/")).status === 200 || undefined, "the new host");
    expect((await call("three.localhost", "/")).text).toContain("<title>Harbor");
    expect((await product.command("site", "list")).stdout).toMatch(
      /three\.localhost:\d+ +3 of 3 members, \S+ \w+ of 1536 MiB of images and files/,
    );
    const full = await product.command("member", "invite", "--email", "eve@example.com", "--site", "Harbor");
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining("This site is limited to 3 members.") });
    const events = await command<{ events: { event: string }[] }>("audit", "list");
    expect(events.events.map(({ event }) => event)).toEqual(expect.arrayContaining(["site-created", "site-changed"]));
    for (const [option, value] of [
      ["--url", product.url],
      ["--max-members", "many"],
      ["--max-media-bytes", "2"],
    ])
      expect((await product.command("site", "update", "Harbor", option!, value!)).code).not.toBe(0);
    expect((await product.command("site", "update", "Porchlight", "--url", url)).stderr).toContain("PUBLIC_URL");
  }, 120_000);

  it("are backed up, removed, and restored individually", async () => {
    const host = `three.localhost:${port}`;
    const file = join(product.dataDir, "harbor.tar");
    await command("backup", file, "--site", host);
    const restore = () => product.command("restore", file, "--site", host, "--json");
    expect((await restore()).stdout).toContain("already");
    await command("site", "remove", host, "--confirm", "Harbor");
    expect((await call("three.localhost", "/")).text).toContain("<title>Porchlight");
    expect(JSON.parse((await restore()).stdout)).toMatchObject({ name: "Harbor", url: `http://${host}` });
    const isOpen = async () => (await call("three.localhost", "/")).text.includes("<title>Harbor") || undefined;
    await until(isOpen, "the restored site");
    expect((await command<{ members: object[] }>("member", "list", "--site", host)).members).toHaveLength(3);
    expect(await clientIdOf("--site", host)).toBe(otherClientId);
    const { checks } = JSON.parse((await product.command("doctor", "--json")).stdout);
    expect(checks).toContainEqual({ check: "sites", state: "ok", message: "2, each at its own host" });
  }, 120_000);
});
