import type { Memberships } from "@porchlight/react";
import { afterAll, describe, expect, it, vi } from "vitest";

const shop = { isOpen: true };

// As a developer of the site fills it in. Other tests of this worker may have loaded the empty one.
vi.resetModules();
vi.doMock("../members/memberships.ts", () => ({
  memberships: {
    EVENTS: { list: async () => [], browseHref: "/programme" },
    BOOKINGS: {
      async list(client) {
        const { headers } = await client.auth.getAuthHeaders();
        if (!shop.isOpen) throw new Error("The shop is shut.");
        return [
          {
            id: "1",
            title: `A walk <b> ${headers.Authorization}`,
            date: new Date("2030-01-02T10:00:00Z"),
            status: "Booked",
          },
        ];
      },
    },
  } satisfies Memberships,
}));

const { createSiteUnderTest, memberCookie } = await import("./site-under-test.ts");
afterAll(() => {
  vi.doUnmock("../members/memberships.ts");
  vi.resetModules();
});

const Cookie = memberCookie();

describe("account sections with a source", () => {
  it("are in order between the site's own, with the data of the signed-in member", async () => {
    const { get, faults } = createSiteUnderTest();
    const html = await (await get("/account/bookings", { Cookie })).text();
    expect(html).toContain("A walk &lt;b&gt; member-access");
    expect(html).toContain("January 2, 2030");
    expect(html).toContain("Booked");
    expect(html).not.toContain('data-part="skeleton"');
    const links = [...html.matchAll(/href="(\/account\/\w+)"/g)].map(([, href]) => href);
    expect(links.slice(0, 5)).toEqual(
      ["info", "bookings", "events", "security", "sessions"].map((name) => `/account/${name}`),
    );
    const events = await (await get("/account/events", { Cookie })).text();
    expect(events).toMatch(/No events yet\..*<a [^>]*href="\/programme"[^>]*>See the events/);
    expect(faults).toEqual([]);
  });

  it("are shown without items if the source fails, and the error is logged", async () => {
    shop.isOpen = false;
    const { get, faults } = createSiteUnderTest();
    const answer = await get("/account/bookings", { Cookie });
    expect([answer.status, faults.length]).toEqual([200, 1]);
    expect(await answer.text()).toContain('data-part="skeleton"');
  });

  it("are missing without a source, and require a member", async () => {
    const { get } = createSiteUnderTest();
    for (const path of ["/account/orders", "/account/subscriptions", "/account/BOOKINGS", "/account/nothing"])
      expect([path, (await get(path, { Cookie })).status]).toEqual([path, 404]);
    expect((await get("/account/bookings")).status).toBe(403);
    expect((await get("/account/orders")).status).toBe(404);
  });
});
