/** Connection ids of the named identity providers. Source: wire.md, Redirects. */
export const identityProviders = {
  google: "0e6a50f5-b523-4e29-990d-f37fa2ffdd69",
  facebook: "3ecad13f-52c3-483d-911f-31dbcf2a6d23",
} as const;
export type IdentityProvider = keyof typeof identityProviders;

/** Purpose of a return URL. Source: spec §3, enumerations. */
export const callbackTypes = ["UNKNOWN", "LOGOUT", "CHECKOUT", "AUTHORIZE"] as const;
export const prompts = ["login", "none"] as const;
export type Prompt = (typeof prompts)[number];
export const responseModes = ["fragment", "query", "web_message"] as const;
export type ResponseMode = (typeof responseModes)[number];

/** Source: spec §3, "Auth request"; RFC 6749 §4.1.1, RFC 7636 §4.3. */
export interface AuthRequest {
  clientId: string;
  redirectUri?: string | null | undefined;
  /** SHA-256 of the code verifier, base64url without padding. */
  codeChallenge: string;
  codeChallengeMethod: "S256";
  responseMode?: ResponseMode | null | undefined;
  responseType: "code";
  scope?: string | null | undefined;
  state: string;
  sessionToken?: string | null | undefined;
}

/** Flows to the site owner's own pages, with their parameters. Source: entities.md, "Redirect session". */
export const checkoutIntents = {
  bookingsCheckout: ["timezone", "slotAvailability"],
  ecomCheckout: ["checkoutId"],
  eventsCheckout: ["reservationId", "eventSlug"],
  paidPlansCheckout: ["planId", "checkoutData"],
  storesProduct: ["productSlug"],
  bookingsBook: ["resourceId"],
  ecomOrderPaymentRequest: ["paymentRequestId"],
} as const;
export type CheckoutIntent = keyof typeof checkoutIntents;

/** Return URLs of the app. Source: entities.md, CallbackParams. */
export const callbackNames = [
  "thankYouPageUrl",
  "postFlowUrl",
  "loginUrl",
  "bookingsServiceListUrl",
  "cartPageUrl",
  "planListUrl",
] as const;
export type CallbackName = (typeof callbackNames)[number];
export type Callbacks = Partial<Record<CallbackName, string | null | undefined>>;

/** For the hosted platform's pages; accepted without effect except for the parameters of a checkout. */
export interface RedirectSessionPreferences {
  useGenericWixPages?: boolean | null | undefined;
  maintainIdentity?: boolean | null | undefined;
  checkIfPublish?: boolean | null | undefined;
  /** Added to the URL of a checkout. */
  additionalQueryParameters?: Record<string, string> | null | undefined;
}

type Checkout = Record<string, unknown> | undefined;

/** One intent with its parameters. Source: spec §3, "Redirect session payload"; wire.md, Redirects. */
export interface CreateRedirectSessionRequest {
  body: {
    auth?: { authRequest: AuthRequest; prompt?: Prompt | null | undefined } | undefined;
    login?: Record<string, never> | undefined;
    logout?: { clientId: string } | undefined;
    bookingsCheckout?: Checkout;
    ecomCheckout?: Checkout;
    eventsCheckout?: Checkout;
    paidPlansCheckout?: Checkout;
    storesProduct?: Checkout;
    bookingsBook?: Checkout;
    ecomOrderPaymentRequest?: Checkout;
    callbacks?: Callbacks | undefined;
    preferences?: RedirectSessionPreferences | undefined;
    origin?: string | null | undefined;
  };
}

export interface RedirectSession {
  id: string;
  /** Target of the browser or the hidden frame. */
  fullUrl: string;
  urlDetails: { endpoint: string; queryParams: Record<string, string> };
  sessionToken: string;
  createdDate: string;
}
export interface CreateRedirectSessionResponse {
  redirectSession: RedirectSession;
}
