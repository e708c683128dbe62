import type { Conversion } from "../wire/conversion-rules.ts";

/** Checkout and product members hold the site's own keys. Source: differences.md, "_id renamed in payload". */
export const createRedirectSession: Conversion = {
  request: {
    verbatim: [
      "bookingsCheckout",
      "ecomCheckout",
      "eventsCheckout",
      "paidPlansCheckout",
      "storesProduct",
      "bookingsBook",
      "preferences",
    ],
  },
  optionFields: ["callbacks", "preferences", "origin"],
};
