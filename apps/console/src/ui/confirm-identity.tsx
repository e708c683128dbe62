import { type Reauthentication, ReauthenticationPrompt } from "@porchlight/react";

const messages = {
  "security.proof.text": "Enter your password to continue.",
  "security.proof.step": "Your last sign-in was more than ten minutes ago.",
  "security.proof.passkey": "Use your passkey to continue.",
  "security.proof.submit": "Continue",
};

/** Requests the password or another factor before a dangerous action. */
export const ConfirmIdentity = ({ reauthentication }: { reauthentication: Reauthentication }) => (
  <ReauthenticationPrompt reauthentication={reauthentication} messages={messages} />
);
