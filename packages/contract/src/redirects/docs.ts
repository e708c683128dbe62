import type { EndpointDocs } from "../endpoint-docs.ts";
import { redirectSessionResponse } from "./schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

export const redirectDocs = {
  createRedirectSession: {
    summary: "Create a redirect session",
    description:
      "Starts sign-in, sign-out or a checkout; one intent per request. Redirect the browser, or a hidden frame, to `fullUrl`. It returns to the requested URL, which the app must have registered: redirect URIs match exactly, callbacks by origin.",
    response: { description: "The target of the redirect.", schema: redirectSessionResponse },
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
