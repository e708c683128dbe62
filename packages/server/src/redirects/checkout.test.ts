import { describe, expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { parseSetting, SettingError } from "../platform/settings/settings.ts";
import { upsertSetting } from "../platform/settings/settings-store.ts";

const server = await createTestServer();
const path = "/_api/redirects-api/v1/redirect-session";
const send = async (body: object) => server.call("POST", path, { token: await server.visitorToken(), body });

describe("checkouts", () => {
  it("are rejected with a hint until the owner has set their URL", async () => {
    const { status, body } = await send({ ecomCheckout: { checkoutId: "1" } });
    expect(status).toBe(400);
    expect(body.details.applicationError).toMatchObject({
      code: "CHECKOUT_NOT_SET_UP",
      data: { intent: "ecomCheckout", hint: expect.stringContaining("setting set ecomCheckoutUrl") },
    });
  });

  it("redirect to the owner's page with encoded placeholders", async () => {
    const shop = await createTestServer();
    await upsertSetting(
      shop.context.db,
      shop.context.site.id,
      "ecomCheckoutUrl",
      parseSetting(
        "ecomCheckoutUrl",
        "https://shop.example/pay/{checkoutId}?thanks={thankYouPageUrl}&to={postFlowUrl}",
      ),
      new Date(),
    );
    shop.context.settings.invalidate();
    const { status, body } = await shop.call("POST", path, {
      token: await shop.visitorToken(),
      body: {
        ecomCheckout: { checkoutId: "../a?b#c&d" },
        callbacks: { thankYouPageUrl: `${shop.origin}/thanks?x=1&y=2` },
        preferences: { additionalQueryParameters: { q: "1", thanks: "stolen" }, useGenericWixPages: true },
        origin: shop.origin,
      },
    });
    expect(status).toBe(200);
    const url = new URL(body.redirectSession.fullUrl);
    expect(url.origin + url.pathname).toBe("https://shop.example/pay/..%2Fa%3Fb%23c%26d");
    expect(Object.fromEntries(url.searchParams)).toEqual({ thanks: `${shop.origin}/thanks?x=1&y=2`, to: "", q: "1" });
    expect(body.redirectSession.urlDetails.queryParams).toEqual(Object.fromEntries(url.searchParams));
  });

  it("reject values of dots, which would lead to another path", async () => {
    const shop = await createTestServer();
    const template = "https://shop.example/p/{productSlug}/v1?from={productSlug}";
    const setting = parseSetting("storesProductUrl", template);
    await upsertSetting(shop.context.db, shop.context.site.id, "storesProductUrl", setting, new Date());
    shop.context.settings.invalidate();
    const lead = async (productSlug: string) =>
      (await shop.call("POST", path, { token: await shop.visitorToken(), body: { storesProduct: { productSlug } } }))
        .body;
    for (const slug of [".", ".."]) {
      const { fieldViolations } = (await lead(slug)).details.validationError;
      expect(fieldViolations[0].field).toBe("storesProduct.productSlug");
    }
    for (const slug of ["...", "%2e%2e", "a..", ""]) {
      const { pathname } = new URL((await lead(slug)).redirectSession.fullUrl);
      expect(pathname).toBe(`/p/${encodeURIComponent(slug)}/v1`);
    }
  });

  it.each(["thankYouPageUrl", "postFlowUrl", "loginUrl", "bookingsServiceListUrl", "cartPageUrl", "planListUrl"])(
    "reject a %s on an unregistered origin, in every flow",
    async (name) => {
      for (const intent of [{ storesProduct: {} }, { logout: { clientId: server.clientId } }])
        for (const address of ["https://evil.example/", "x", "", "javascript:alert(1)"]) {
          const { status, body } = await send({ ...intent, callbacks: { [name]: address } });
          expect([status, body.details.applicationError.data[name]]).toEqual([400, address]);
        }
    },
  );

  it("require an absolute https URL with known placeholders", () => {
    expect(parseSetting("storesProductUrl", "off")).toBe("");
    expect(parseSetting("storesProductUrl", "http://localhost:3000/p/{productSlug}")).toContain("localhost");
    for (const text of [
      "http://shop.example/{productSlug}",
      "https://{productSlug}/",
      "https://a:b@shop.example/",
      "/p/{productSlug}",
      "javascript:alert({productSlug})",
      "https://shop.example/{checkoutId}",
      "https://shop.example/{",
      "https://shop.example/\n{productSlug}",
      "https://shop.example/a b",
      `https://shop.example/${"a".repeat(2000)}`,
      "",
    ])
      expect(() => parseSetting("storesProductUrl", text)).toThrow(SettingError);
  });
});
