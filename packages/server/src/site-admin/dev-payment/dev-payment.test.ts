import { describe, expect, it } from "vitest";
import { createFormsClient, field, submissionsPath } from "../../../test/forms/forms.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { updateSetting } from "../update-settings.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
const productId = "11111111-1111-4111-8111-111111111111";
const shop = await forms.create({
  name: "Shop",
  formFields: [
    field("pay", {
      inputType: "PAYMENT",
      paymentOptions: { validation: { products: [{ id: productId, fixedPriceOptions: { price: "12.50" } }] } },
    }),
  ],
});

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.fetch(
    new Request("http://localhost:4000/dev/payment", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(fields),
    }),
  );

describe("the demo payment page", () => {
  it.each([
    ["PAID", "CONFIRMED"],
    ["CANCELED", "PAYMENT_CANCELED"],
  ])("is opened by a redirect session, and with %s the submission becomes %s", async (outcome, status) => {
    const template =
      "http://localhost:4000/dev/payment?checkout={checkoutId}&thanks={thankYouPageUrl}&back={postFlowUrl}";
    await updateSetting(server.context, { kind: "owner" }, "ecomCheckoutUrl", template);
    const token = await server.visitorToken();
    const { id, orderDetails } = await forms.submitted(shop.id, { pay: [{ productId }] }, { token });
    const { checkoutId } = orderDetails!;
    const callbacks = { thankYouPageUrl: `${server.origin}/thanks`, postFlowUrl: `${server.origin}/back` };
    const session = await server.call("POST", "/_api/redirects-api/v1/redirect-session", {
      token,
      body: { ecomCheckout: { checkoutId }, callbacks },
    });
    const { fullUrl } = session.body.redirectSession;
    const page = await server.call("GET", fullUrl);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining("12.50 EUR")]);
    const fields = { checkout: checkoutId, thanks: callbacks.thankYouPageUrl, back: callbacks.postFlowUrl, outcome };
    expect((await post(fields, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const response = await post(fields);
    const target = outcome === "PAID" ? "thanks" : "back";
    expect([response.status, response.headers.get("location")]).toEqual([303, `${server.origin}/${target}`]);
    expect((await forms.call("GET", `${submissionsPath}/${id}`)).body.submission.status).toBe(status);
  });

  it("rejects unknown checkouts, and does not exist in production", async () => {
    for (const checkout of ["", "x", productId])
      expect((await server.call("GET", `/dev/payment?checkout=${checkout}`)).status).toBe(404);
    const production = await createTestServer({ production: true });
    expect(
      (await production.call("GET", `/dev/payment?checkout=${productId}`)).body.details.applicationError.code,
    ).toBe("NOT_FOUND");
  });
});
