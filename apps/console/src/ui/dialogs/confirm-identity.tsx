import { type Reauthentication, ReauthenticationPrompt } from "@porchlight/react";
import { text } from "../../texts/text.ts";

const messages = {
  "security.proof.text": text("Enter your password to continue."),
  "security.proof.step": text("Your last sign-in was more than ten minutes ago."),
  "security.proof.passkey": text("Use your passkey to continue."),
  "security.proof.submit": text("Continue"),
};

/** Requests the password or another factor before a dangerous action. */
export const ConfirmIdentity = ({ reauthentication }: { reauthentication: Reauthentication }) => (
  <ReauthenticationPrompt reauthentication={reauthentication} messages={messages} />
);
