import { MemberButton } from "@porchlight/react";

/** The member's menu. Default export for `lazy`. */
export default function MemberMenu() {
  return <MemberButton accountHref="/account" signedOutHref="/" />;
}
