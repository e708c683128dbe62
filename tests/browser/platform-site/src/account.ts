import { LoginState } from "@wix/sdk";
import { client, storeSession } from "./client";
import { form, h } from "./dom";
import { show } from "./main";

type LoginResult = Awaited<ReturnType<typeof client.auth.login>>;

const messages: Record<string, string> = {
  invalidEmail: "No account has this email.",
  invalidPassword: "The password is wrong.",
  emailAlreadyExists: "This email has an account.",
  resetPassword: "Reset your password.",
};

export function accountPage(): HTMLElement | Promise<HTMLElement> {
  return client.auth.loggedIn() ? profilePage() : signInPage();
}

function signInPage(): HTMLElement {
  const credentials = { email: "Email", password: "Password" };
  return h(
    "section",
    {},
    h("h1", {}, "Sign in"),
    form(credentials, "Sign in", async ({ email = "", password = "" }) =>
      proceed(await client.auth.login({ email, password })),
    ),
    form(
      { firstName: "First name", ...credentials },
      "Sign up",
      async ({ email = "", password = "", firstName = "" }) =>
        proceed(await client.auth.register({ email, password, profile: { firstName, nickname: firstName } })),
    ),
    form({ email: "Email" }, "Reset password", async ({ email = "" }) => {
      await client.auth.sendPasswordResetEmail(email, `${location.origin}/reset`);
      return "Check your inbox.";
    }),
    h("button", { click: signInWithRedirect }, "Sign in on another page"),
  );
}

async function proceed(result: LoginResult): Promise<string | undefined> {
  switch (result.loginState) {
    case LoginState.SUCCESS:
      storeSession(await client.auth.getMemberTokensForDirectLogin(result.data.sessionToken));
      await show();
      return undefined;
    case LoginState.EMAIL_VERIFICATION_REQUIRED:
      document.querySelector("main")?.replaceChildren(
        h("h1", {}, "Confirm your email"),
        form({ verificationCode: "Code" }, "Confirm", async ({ verificationCode = "" }) =>
          proceed(await client.auth.processVerification({ verificationCode }, result)),
        ),
      );
      return undefined;
    case LoginState.OWNER_APPROVAL_REQUIRED:
      return "The owner will approve your account.";
    case LoginState.FAILURE:
      return messages[result.errorCode ?? ""] ?? result.error;
    default:
      return `Unexpected: ${result.loginState}`;
  }
}

/** The page that the link of the email opens. */
export function resetPage(): HTMLElement {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  return h(
    "section",
    {},
    h("h1", {}, "Choose a new password"),
    form({ password: "New password" }, "Change password", async ({ password = "" }) => {
      const { state, sessionToken } = await client.recovery.recover(token, { password });
      if (state !== "SUCCESS" || !sessionToken) return `Unexpected: ${state}`;
      storeSession(await client.auth.getMemberTokensForDirectLogin(sessionToken));
      location.replace("/#/account");
      return undefined;
    }),
  );
}

async function signInWithRedirect(): Promise<void> {
  const data = client.auth.generateOAuthData(`${location.origin}/callback`, location.href);
  localStorage.setItem("oauth", JSON.stringify(data));
  const { authUrl } = await client.auth.getAuthUrl(data, { responseMode: "query" });
  location.assign(authUrl);
}

/** Completes a sign-in on another page. */
export async function finishRedirect(): Promise<void> {
  const data = JSON.parse(localStorage.getItem("oauth") ?? "null");
  localStorage.removeItem("oauth");
  const { code, state, error, errorDescription } = client.auth.parseFromUrl(undefined, "query");
  if (error) throw new Error(errorDescription);
  storeSession(await client.auth.getMemberTokens(code, state, data));
  history.replaceState(null, "", data.originalUri);
}

async function profilePage(): Promise<HTMLElement> {
  const { member } = await client.members.getCurrentMember({ fieldsets: ["FULL"] });
  if (!member?._id) return signInPage();
  const id = member._id;
  return h(
    "section",
    {},
    h("h1", {}, `Hello, ${member.contact?.firstName ?? member.profile?.nickname ?? "friend"}`),
    h("p", {}, `${member.loginEmail}, member since ${member._createdDate?.getFullYear()}`),
    form({ firstName: "First name", lastName: "Last name" }, "Save", async ({ firstName = "", lastName = "" }) => {
      const changed = await client.members.updateMember(id, { contact: { firstName, lastName } });
      return `Saved: ${changed.contact?.firstName} ${changed.contact?.lastName}`;
    }),
    h(
      "button",
      {
        async click() {
          localStorage.removeItem("session");
          const { logoutUrl } = await client.auth.logout(location.href);
          location.assign(logoutUrl);
        },
      },
      "Sign out",
    ),
  );
}
