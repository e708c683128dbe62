import { createText } from "../texts.ts";

/** Words around the sign-in screens, whose own are in the React package. */
export const authText = createText({
  "auth.noScript": "Signing in needs JavaScript. Switch it on in your browser and load this page again.",
  "verifyEmail.title": "Check your e-mail",
  "forgotPassword.title": "Forgot your password?",
  "resetPassword.title": "Choose a new password",
  "resetPassword.setUpTitle": "Set your password",
  "callback.title": "Signing you in",
  "pending.title": "Waiting for approval",
  "signOut.title": "Sign out",
  "signOut.question": "Do you want to sign out of {site} on this device?",
  "signOut.pending": "Signing out…",
  "signOut.done": "You are signed out.",
  "signOut.again": "Sign in again",
});
