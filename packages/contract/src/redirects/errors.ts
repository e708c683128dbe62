export const redirectsErrors = {
  REDIRECT_NOT_REGISTERED: { status: 400, message: "This app has not registered this redirect URI or origin." },
  CHECKOUT_NOT_SET_UP: { status: 400, message: "This site has no page for this kind of checkout." },
} as const;
