import account from "./de/account.json" with { type: "json" };
import auth from "./de/auth.json" with { type: "json" };
import authStop from "./de/auth-stop.json" with { type: "json" };
import verifyEmail from "./de/auth-verifyEmail.json" with { type: "json" };
import blog from "./de/blog.json" with { type: "json" };
import blogContent from "./de/blog-content.json" with { type: "json" };
import blogPicture from "./de/blog-picture.json" with { type: "json" };
import blogPoll from "./de/blog-poll.json" with { type: "json" };
import callback from "./de/callback.json" with { type: "json" };
import captcha from "./de/captcha.json" with { type: "json" };
import common from "./de/common.json" with { type: "json" };
import memberships from "./de/memberships.json" with { type: "json" };
import passkey from "./de/passkey.json" with { type: "json" };
import passkeyStep from "./de/passkey-step.json" with { type: "json" };
import password from "./de/password.json" with { type: "json" };
import mailedPassword from "./de/password-mail.json" with { type: "json" };
import newPassword from "./de/password-new.json" with { type: "json" };
import profile from "./de/profile.json" with { type: "json" };
import secondStep from "./de/secondStep.json" with { type: "json" };
import secondStepSent from "./de/secondStep-sent.json" with { type: "json" };
import security from "./de/security.json" with { type: "json" };
import securityEvents from "./de/security-events.json" with { type: "json" };
import securityProof from "./de/security-proof.json" with { type: "json" };
import securitySetUp from "./de/security-setUp.json" with { type: "json" };

/** German texts, except those of collection pages. */
export const germanPages = {
  ...account,
  ...auth,
  ...authStop,
  ...blog,
  ...blogContent,
  ...blogPicture,
  ...blogPoll,
  ...callback,
  ...captcha,
  ...common,
  ...memberships,
  ...mailedPassword,
  ...newPassword,
  ...passkey,
  ...passkeyStep,
  ...password,
  ...profile,
  ...secondStep,
  ...secondStepSent,
  ...security,
  ...securityEvents,
  ...securityProof,
  ...securitySetUp,
  ...verifyEmail,
};
