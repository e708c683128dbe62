import { LinkButton } from "@porchlight/react";
import { PageHead } from "../shell/page-head.tsx";
import { accountText } from "./account-texts.ts";

/** Shown after the account was deleted. */
function AccountDeletedPage() {
  return (
    <div className="problem">
      <PageHead title={accountText("account.deleted.title")} noIndex />
      <h1>{accountText("account.deleted.title")}</h1>
      <p className="problem-text">{accountText("account.deleted.text")}</p>
      <div className="actions">
        <LinkButton href="/">{accountText("account.deleted.home")}</LinkButton>
      </div>
    </div>
  );
}

export { AccountDeletedPage as Component };
