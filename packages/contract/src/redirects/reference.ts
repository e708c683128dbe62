import type { EndpointReference } from "../endpoint-reference.ts";

export const redirectsReferences = {
  createRedirectSession: {
    summary: "Start a flow in the browser: signing in or out",
    description:
      "One intent a request. Send the browser, or a hidden frame, to `fullUrl`; it comes back to the address that the request named and the app has registered.",
    answer: { description: "Where the browser goes next." },
    refuses: ["REDIRECT_NOT_REGISTERED"],
  },
} as const satisfies Record<string, EndpointReference>;
