import { MemberButton } from "@porchlight/react";

/** Who is signed in, with the way to the account and out. Default export: `lazy` asks for one. */
export default function MemberMenu() {
  return <MemberButton accountHref="/account" signedOutHref="/" />;
}
