import { type MembershipData, MembershipList, type MembershipSource } from "@porchlight/react";
import { useParams } from "react-router";
import { AccountFrame, useLoadedOnce } from "./account-frame.tsx";
import { findMembership } from "./find-membership.ts";

export { membershipLoader as loader } from "./account-loader.ts";

/** Data of the member from another system of the site owner. */
function MembershipPage() {
  const { section: name } = useParams();
  const initial = useLoadedOnce<MembershipData>();
  const found = findMembership(name);
  if (!found) return null;
  const { section, source } = found;
  return (
    <AccountFrame path={`/account/${name}`}>
      <MembershipList key={section} section={section} source={source as MembershipSource} initial={initial} />
    </AccountFrame>
  );
}

export { MembershipPage as Component };
