import account from "./en/account.json" with { type: "json" };
import auth from "./en/auth.json" with { type: "json" };
import authStop from "./en/auth-stop.json" with { type: "json" };
import verifyEmail from "./en/auth-verifyEmail.json" with { type: "json" };
import blog from "./en/blog.json" with { type: "json" };
import blogContent from "./en/blog-content.json" with { type: "json" };
import blogPicture from "./en/blog-picture.json" with { type: "json" };
import blogPoll from "./en/blog-poll.json" with { type: "json" };
import callback from "./en/callback.json" with { type: "json" };
import captcha from "./en/captcha.json" with { type: "json" };
import common from "./en/common.json" with { type: "json" };
import dataConflict from "./en/data-conflict.json" with { type: "json" };
import dataEditor from "./en/data-editor.json" with { type: "json" };
import dataForm from "./en/data-form.json" with { type: "json" };
import dataItem from "./en/data-item.json" with { type: "json" };
import dataList from "./en/data-list.json" with { type: "json" };
import dataRich from "./en/data-rich.json" with { type: "json" };
import dataValue from "./en/data-value.json" with { type: "json" };
import forms from "./en/forms.json" with { type: "json" };
import memberships from "./en/memberships.json" with { type: "json" };
import passkey from "./en/passkey.json" with { type: "json" };
import passkeyStep from "./en/passkey-step.json" with { type: "json" };
import password from "./en/password.json" with { type: "json" };
import mailedPassword from "./en/password-mail.json" with { type: "json" };
import newPassword from "./en/password-new.json" with { type: "json" };
import profile from "./en/profile.json" with { type: "json" };
import secondStep from "./en/secondStep.json" with { type: "json" };
import secondStepSent from "./en/secondStep-sent.json" with { type: "json" };
import security from "./en/security.json" with { type: "json" };
import securityEvents from "./en/security-events.json" with { type: "json" };
import securityProof from "./en/security-proof.json" with { type: "json" };
import securitySetUp from "./en/security-setUp.json" with { type: "json" };
import type { ScreenTexts } from "./keys.ts";

/** All screen texts in English. */
export const englishScreens: ScreenTexts = {
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
  ...dataConflict,
  ...dataEditor,
  ...dataForm,
  ...dataItem,
  ...dataList,
  ...dataRich,
  ...dataValue,
  ...forms,
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
