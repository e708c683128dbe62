import { isIP } from "node:net";
import { completePayment, getCheckout } from "../../forms/submissions/complete-payment.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { readForm } from "../../platform/http/read-form.ts";
import type { App, HonoContext } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** Path of the demo payment page. */
export const devPaymentPath = "/dev/payment";
const fieldNames = ["checkout", "thanks", "back", "outcome"] as const;
const maxFormBytes = 16 * 1024;

/**
 * Serves a payment page that takes no money, for trying forms with payments. Not available in production. The setting
 * `ecomCheckoutUrl` leads to it.
 */
export function devPaymentRoutes(app: App, context: ServerContext): void {
  if (context.config.production) return;

  app.get(devPaymentPath, async (c) => {
    requireOwnHost(c, context);
    const { checkout = "", thanks = "", back = "" } = c.req.query();
    const { amount, currency, status } = await getCheckout(context, requireCheckoutId(checkout));
    const page = paymentPage({ amount: `${amount} ${currency}`, status, checkout, thanks, back });
    return c.body(page.text, 200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
    });
  });

  app.post(devPaymentPath, async (c) => {
    requireOwnHost(c, context);
    if (!["same-origin", undefined].includes(c.req.header("sec-fetch-site"))) throw new Refusal("NOT_ALLOWED");
    const { checkout, thanks, back, outcome } = await readForm(c.req.raw, fieldNames, maxFormBytes);
    const isPaid = outcome === "PAID";
    await completePayment(context, requireCheckoutId(checkout), isPaid ? "PAID" : "CANCELED");
    return c.redirect(pageOr(context, isPaid ? thanks || back : back || thanks), 303);
  });
}

/** The requested page, or the home page of the site. */
function pageOr({ config }: ServerContext, page: string): string {
  const url = URL.parse(page);
  return url && ["http:", "https:"].includes(url.protocol) ? url.href : (config.siteUrl ?? config.publicUrl);
}

function requireCheckoutId(id: string): string {
  if (!isId(id)) throw new Refusal("CHECKOUT_NOT_FOUND");
  return id;
}

/** Prevents other sites from paying by DNS rebinding. */
function requireOwnHost(c: HonoContext, { config }: ServerContext): void {
  const { hostname } = new URL(c.req.url);
  const isOurs = hostname === "localhost" || hostname === new URL(config.publicUrl).hostname;
  if (!isOurs && isIP(hostname.replace(/^\[|\]$/g, "")) === 0) throw new Refusal("NOT_FOUND");
}

function paymentPage(values: Record<"amount" | "status" | "checkout" | "thanks" | "back", string>): Html {
  const { amount, status, checkout, thanks, back } = values;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<meta name="color-scheme" content="light dark">
<title>Demo payment</title>
<style>body { font: 16px/1.5 system-ui; max-width: 30rem; margin: 3rem auto; padding: 0 1rem } button { font: inherit; padding: .5rem 1.25rem; border: 1px solid #767b8a; border-radius: 6px; background: Canvas; color: CanvasText } [value=PAID] { border-color: #3245c9; background: #3245c9; color: #fff }</style>
</head>
<body>
<main>
<h1>Demo payment</h1>
<p>No money is taken. In production, your own payment page is here.</p>
<p>Amount: <strong>${amount}</strong></p>
${
  status === "PAYMENT_WAITING"
    ? html`<form method="post" action="${devPaymentPath}">
<input type="hidden" name="checkout" value="${checkout}">
<input type="hidden" name="thanks" value="${thanks}">
<input type="hidden" name="back" value="${back}">
<button name="outcome" value="PAID">Pay</button>
<button name="outcome" value="CANCELED">Cancel</button>
</form>`
    : html`<p>${status === "CONFIRMED" ? "This has been paid." : "This payment was canceled."}</p>`
}
</main>
</body>
</html>
`;
}
