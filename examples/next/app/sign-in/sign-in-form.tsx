"use client";

import { SignIn } from "@porchlight/react";

export function SignInForm({ redirectTo }: { redirectTo: string }) {
  return <SignIn redirectTo={redirectTo} />;
}
