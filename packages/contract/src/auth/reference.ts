import type { EndpointReference } from "../endpoint-reference.ts";
import { jwksAnswer, stateMachineAnswer, tokenAnswer, verificationAnswer } from "./answer-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

export const authReferences = {
  register: {
    summary: "Sign up with e-mail and password",
    description:
      "Makes a member. Where the site confirms e-mails or approves members, the state says what is still missing; a taken e-mail is refused.",
    answer: { description: "Where the sign-up stands, and what carries it on.", schema: stateMachineAnswer },
    refuses: ["-19995", "-19971", "-19970"],
    example: { body: { loginId: { email: "ada@example.com" }, password: "a long walk by the sea" } },
  },
  login: {
    summary: "Sign in with e-mail and password",
    description: "Whatever is wrong with e-mail or password, the answer is the same code `-19976`.",
    answer: { description: "Where the sign-in stands, and what carries it on.", schema: stateMachineAnswer },
    refuses: ["-19976", "-19973", "-19971", "-19970"],
    example: { body: { loginId: { email: "ada@example.com" }, password: "a long walk by the sea" } },
  },
  verifyDuringAuthentication: {
    summary: "Confirm an e-mail with the code that was mailed",
    answer: { description: "The sign-in, one step further.", schema: stateMachineAnswer },
    refuses: ["VERIFICATION_FAILED", "STATE_TOKEN_INVALID"],
    example: { body: { code: "123456", stateToken: "…" } },
  },
  resendDuringAuthentication: {
    summary: "Mail another code during a sign-in",
    description: "The codes mailed before stop counting.",
    answer: { description: "The sign-in, where it stood.", schema: stateMachineAnswer },
    refuses: ["STATE_TOKEN_INVALID"],
    example: { body: { stateToken: "…" } },
  },
  startVerification: {
    summary: "Start the verification of one's own e-mail",
    description: "For a signed-in member, outside of a sign-in.",
    answer: { description: "The verification's id; the code is on its way by mail.", schema: verificationAnswer },
    refuses: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: { body: { identityId: exampleId, target: "EMAIL" } },
  },
  token: {
    summary: "Get tokens",
    description:
      "Grants `anonymous` (a visitor), `refresh_token` and `authorization_code` with PKCE. The access token goes, as it is, into the `Authorization` header of every other call.",
    answer: {
      description: "An access token, how long it lives, and the refresh token that gets the next one.",
      schema: tokenAnswer,
    },
    refuses: ["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type"],
    example: { body: { grantType: "anonymous", clientId: exampleId } },
  },
  jwks: {
    summary: "Public keys of access tokens",
    description: "For services that check access tokens themselves. Source: RFC 7517.",
    answer: { description: "The keys that verify now.", schema: jwksAnswer },
    example: {},
  },
} as const satisfies Record<string, EndpointReference>;
