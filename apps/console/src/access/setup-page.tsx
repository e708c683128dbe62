import { useState } from "react";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { AccountForm } from "./account-form.tsx";

/** Removes the token from the address bar, so that it stays out of the history. */
function takeToken(): string {
  const token = location.hash.slice(1) || (history.state as { setupToken?: string } | null)?.setupToken || "";
  history.replaceState({ ...(history.state as object | null), setupToken: token }, "", location.pathname);
  return token;
}

/** Creates the first account, with the setup link that the server prints. */
function SetupPage() {
  const { clients, settings } = useConsole();
  const { staffSetup } = clients.account;
  const [token] = useState(takeToken);
  return (
    <>
      <title>{text("Set up – Console")}</title>
      <AccountForm
        title={text("Create the owner account")}
        lead={text("With this account you manage {site}: content, members, and other people of your team.", {
          site: settings.siteName,
        })}
        createWithPassword={(details, password) => staffSetup.setUpOwner({ token, ...details, password })}
        createWithPasskey={(details) => staffSetup.setUpOwnerWithPasskey({ token, ...details })}
      />
    </>
  );
}

export { SetupPage as Component };
