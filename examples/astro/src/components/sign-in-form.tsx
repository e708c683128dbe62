import "@porchlight/react/styles.css";
import { PorchlightProvider, SignIn } from "@porchlight/react";
import { useState } from "react";
import type { Settings } from "../lib/settings";
import { createBrowserClient } from "./client";

interface SignInFormProps {
  settings: Settings;
  redirectTo: string;
}

export function SignInForm({ settings, redirectTo }: SignInFormProps) {
  const [client] = useState(() => createBrowserClient(settings));
  return (
    <PorchlightProvider client={client} initialSession={{ role: "visitor" }}>
      <SignIn redirectTo={redirectTo} />
    </PorchlightProvider>
  );
}
