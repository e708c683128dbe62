import type { EndpointDocs } from "../endpoint-docs.ts";
import { redirectSessionResponse } from "./schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

export const redirectDocs = {
  createRedirectSession: {
    summary: "Start a flow in the browser: signing in or out, or a checkout",
    description:
      "One intent a request. Send the browser, or a hidden frame, to `fullUrl`; it comes back to the address that the request named and the app has registered: a redirect URI byte for byte, a callback by its origin.",
    response: { description: "Where the browser goes next.", schema: redirectSessionResponse },
    errors: ["REDIRECT_NOT_REGISTERED", "CHECKOUT_NOT_SET_UP"],
    example: {
      body: {
        auth: {
          authRequest: {
            clientId: exampleId,
            redirectUri: "https://example.com/callback",
            codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            codeChallengeMethod: "S256",
            responseMode: "fragment",
            responseType: "code",
            scope: "offline_access",
            state: "f81d4fae",
          },
        },
      },
    },
  },
} as const satisfies Record<string, EndpointDocs>;
