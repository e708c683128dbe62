import { redirect } from "next/navigation";
import { readSession } from "../../lib/session";
import { sitePath } from "../../lib/site-path";
import { SignInForm } from "./sign-in-form";

interface SignInPageProps {
  searchParams: Promise<{ returnTo?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { returnTo } = await searchParams;
  const target = sitePath(String(returnTo ?? "/"));
  const { role } = await readSession();
  if (role === "member") redirect(target);
  return <SignInForm redirectTo={target} />;
}
