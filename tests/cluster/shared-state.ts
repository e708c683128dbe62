import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { until } from "../product.ts";
import { codeFor, inboxOf, ownerOf, visitorOf } from "./clients.ts";
import type { Cluster } from "./topology/cluster.ts";

const password = "a long walk by the sea";
const newEmail = () => `${randomUUID()}@example.com`;

/** Checks that the nodes of a cluster behave like one server. Titles call the first three nodes A, B, and C. */
export function checkSharedState(name: string, cluster: Cluster): void {
  const [a, b, c] = cluster.nodes;

  describe(`${name}: members`, () => {
    it("sign up on A, verify on B, renew on C, and signing out on A ends the session on all", async () => {
      const email = newEmail();
      const { client, to } = visitorOf(cluster);
      const registered = await to(a).auth.register({ email, password });
      expect(registered.loginState).toBe("EMAIL_VERIFICATION_REQUIRED");
      const verified = await to(b).auth.processVerification({ verificationCode: await codeFor(c, email) });
      if (verified.loginState !== "SUCCESS") throw new Error(JSON.stringify(verified));
      await to(c).auth.completeLogin(verified.data.sessionToken);
      expect((await to(b).members.getCurrentMember({ fieldsets: ["FULL"] })).member?.loginEmail).toBe(email);

      const before = client.auth.getTokens();
      const renewed = await to(c).auth.renewToken(before.refreshToken);
      expect(renewed.refreshToken.value).not.toBe(before.refreshToken.value);
      await client.auth.setTokens(renewed);
      const call = (node: typeof a) =>
        fetch(`${node.url}/members/v1/members/my`, { headers: { authorization: renewed.accessToken.value } });
      for (const node of cluster.nodes) expect((await call(node)).status).toBe(200);
      await to(a).auth.logout(`${cluster.origin}/`);
      expect((await call(a)).status).toBe(401);
      // Other nodes may remember the session for a second.
      for (const node of [b, c])
        await until(
          async () => ((await call(node)).status === 401 ? true : undefined),
          "the end of the session",
          3_000,
        );
    });

    it("redeem a session token once, whichever nodes receive it", async () => {
      const email = newEmail();
      const { to } = visitorOf(cluster);
      await to(a).auth.register({ email, password });
      const code = await codeFor(a, email);
      const verified = await to(b).auth.processVerification({ verificationCode: code });
      if (verified.loginState !== "SUCCESS") throw new Error(JSON.stringify(verified));
      const attempts = cluster.nodes.map((node) =>
        visitorOf(cluster).to(node).auth.getMemberTokensForDirectLogin(verified.data.sessionToken),
      );
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });

    it("have ten attempts to sign in on all nodes together", async () => {
      const email = newEmail();
      const kinds: string[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const { to } = visitorOf(cluster);
        const result = await to(cluster.nodes[attempt % 3]).auth.login({ email, password: "wrong password" });
        kinds.push(result.loginState === "FAILURE" ? result.kind : result.loginState);
      }
      expect(kinds.slice(0, 10)).not.toContain("rateLimited");
      expect(kinds.slice(10)).toEqual(["rateLimited", "rateLimited"]);
    });

    it("get one message for each sign-up, whichever node sends it", async () => {
      const emails = Array.from({ length: 9 }, newEmail);
      await Promise.all(
        emails.map((email, index) =>
          visitorOf(cluster)
            .to(cluster.nodes[index % 3])
            .auth.register({ email, password }),
        ),
      );
      for (const email of emails) await codeFor(a, email);
      for (const email of emails) expect(await inboxOf(b, email)).toHaveLength(1);
    });
  });

  describe(`${name}: content`, () => {
    it("published on A is in the cached list of B within a second", async () => {
      const list = async (node: typeof a) =>
        (await visitorOf(cluster).to(node).posts.queryPosts().limit(1).find()).items[0]?.title;
      await Promise.all(cluster.nodes.map(list));
      const title = `Post ${randomUUID()}`;
      await ownerOf(cluster, a).draftPosts.createDraftPost({ title }, { publish: true });
      expect(await list(a)).toBe(title);
      for (const node of [b, c])
        await until(async () => ((await list(node)) === title ? true : undefined), "the new post", 2_000);
    });

    it("changed on C reaches a live query on A", async () => {
      const id = `Live${randomUUID().slice(0, 8)}`;
      const permissions = { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
      await ownerOf(cluster, b).collections.createDataCollection({ _id: id, permissions });
      const ending = new AbortController();
      const { to } = visitorOf(cluster);
      const changes: string[] = [];
      const reading = (async () => {
        for await (const change of to(a).items.query(id).live({}, { signal: ending.signal })) changes.push(change.type);
      })().catch(() => undefined);
      await until(async () => (changes.length > 0 ? true : undefined), "the list");
      await ownerOf(cluster, c).items.insert(id, { title: "From another node" });
      await until(async () => (changes.includes("inserted") ? true : undefined), "the change");
      ending.abort();
      await reading;
    });

    it("causes one webhook delivery for each event, whichever node sends it", async () => {
      const received: string[] = [];
      const receiver = createServer((request, response) => {
        let body = "";
        request.on("data", (chunk) => (body += chunk));
        request.on("end", () => {
          received.push(body);
          response.end();
        });
      });
      await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
      afterAll(() => receiver.close());
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      await cluster.command("webhook", "create", "--app", cluster.clientId, "--url", url, "--event", "post_created");
      const owners = cluster.nodes.map((node) => ownerOf(cluster, node));
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          owners[index % 3]!.draftPosts.createDraftPost({ title: `Event ${randomUUID()}` }, { publish: true }),
        ),
      );
      const isDelivered = async () => {
        const waiting = "select from webhook_deliveries where status = 'WAITING'";
        return received.length >= 12 && (await cluster.primary.query(waiting)).length === 0 ? true : undefined;
      };
      await until(isDelivered, "twelve deliveries", 20_000);
      expect({ received: received.length, distinct: new Set(received).size }).toEqual({ received: 12, distinct: 12 });
    });

    it("follows a setting that was changed elsewhere within a second", async () => {
      const minimum = async (node: typeof a) => {
        const { to } = visitorOf(cluster);
        const result = await to(node)
          .auth.register({ email: newEmail(), password: "twelve chars" })
          .catch((error: unknown) => ({ loginState: "FAILURE", errorCode: String(error) }));
        return result.loginState;
      };
      expect(await minimum(a)).toBe("EMAIL_VERIFICATION_REQUIRED");
      await cluster.command("setting", "set", "passwordMinLength", "20");
      for (const node of cluster.nodes)
        await until(async () => ((await minimum(node)) === "FAILURE" ? true : undefined), "the setting", 3_000);
      await cluster.command("setting", "set", "passwordMinLength", "8");
    });
  });
}
