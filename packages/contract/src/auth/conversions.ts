import type { Conversion, ConversionRules } from "../wire/conversion-rules.ts";

/** Source: transforms.json, identity_authentication and identity_verification. */
const stateMachineResponse: ConversionRules = {
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
  response: stateMachineResponse,
  optionFields,
};
export const login: Conversion = {
  request: { verbatim: ["clientMetaData"] },
  response: stateMachineResponse,
  optionFields,
};
export const signOn: Conversion = {
  request: {
    timestamp: ["profile.customFields.value.dateValue"],
    float: ["profile.customFields.value.numValue"],
    address: ["profile.addresses.address"],
  },
  response: stateMachineResponse,
  optionFields: ["profile", "verifyEmail", "mergeExistingContact"],
};
export const verifyDuringAuthentication: Conversion = { response: stateMachineResponse, optionFields: ["stateToken"] };
export const listFactors: Conversion = { response: { timestamp: ["factors.createdDate", "factors.lastUsedDate"] } };
export const oneFactor: Conversion = { response: { timestamp: ["factor.createdDate", "factor.lastUsedDate"] } };
export const listSessions: Conversion = {
  response: { timestamp: ["sessions.createdDate", "sessions.lastActiveDate"] },
};
export const sendRecoveryEmail: Conversion = { optionFields: ["language", "redirect", "captchaTokens"] };
export const sendActivationEmail: Conversion = { optionFields: ["emailOptions"] };
export const recover: Conversion = { response: stateMachineResponse, optionFields };
/** The body is an HTTP message. Source: wire.md, Redirects. */
export const rawHttpMessage: Conversion = { response: { bytes: ["body"] } };
