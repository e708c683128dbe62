import type { Conversion, ConversionRules } from "../wire/conversion-rules.ts";

/** Source: transforms.json, identity_authentication and identity_verification. */
const stateMachineAnswer: ConversionRules = {
  timestamp: [
    "identity.createdDate",
    "identity.updatedDate",
    "identity.identityProfile.customFields.value.dateValue",
    "additionalData.*.dateValue",
  ],
  float: ["identity.identityProfile.customFields.value.numValue", "additionalData.*.numValue"],
  address: ["identity.identityProfile.addresses.address"],
};

const optionFields = ["password", "profile", "captchaTokens", "clientMetaData"];

export const register: Conversion = {
  request: {
    timestamp: ["profile.customFields.value.dateValue"],
    float: ["profile.customFields.value.numValue"],
    address: ["profile.addresses.address"],
    verbatim: ["clientMetaData"],
  },
  answer: stateMachineAnswer,
  optionFields,
};
export const login: Conversion = {
  request: { verbatim: ["clientMetaData"] },
  answer: stateMachineAnswer,
  optionFields,
};
export const signOn: Conversion = {
  request: {
    timestamp: ["profile.customFields.value.dateValue"],
    float: ["profile.customFields.value.numValue"],
    address: ["profile.addresses.address"],
  },
  answer: stateMachineAnswer,
  optionFields: ["profile", "verifyEmail", "mergeExistingContact"],
};
export const verifyDuringAuthentication: Conversion = { answer: stateMachineAnswer, optionFields: ["stateToken"] };
export const listFactors: Conversion = { answer: { timestamp: ["factors.createdDate", "factors.lastUsedDate"] } };
export const oneFactor: Conversion = { answer: { timestamp: ["factor.createdDate", "factor.lastUsedDate"] } };
export const listSessions: Conversion = { answer: { timestamp: ["sessions.createdDate", "sessions.lastActiveDate"] } };
export const sendRecoveryEmail: Conversion = { optionFields: ["language", "redirect", "captchaTokens"] };
export const sendActivationEmail: Conversion = { optionFields: ["emailOptions"] };
export const recover: Conversion = { answer: stateMachineAnswer, optionFields };
/** A whole HTTP message travels in the body. Source: wire.md, Redirects. */
export const rawHttpMessage: Conversion = { answer: { bytes: ["body"] } };
