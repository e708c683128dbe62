import type { Conversion } from "../wire/conversion-rules.ts";

/** Keys below checkout and product properties belong to the site. Source: differences.md, "_id renamed in payload". */
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
