export const redirectsErrors = {
  REDIRECT_NOT_REGISTERED: { status: 400, message: "This app has not registered this redirect URI or origin." },
} as const;
