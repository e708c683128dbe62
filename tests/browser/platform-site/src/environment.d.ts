/** Replaced at build time. */
declare const CLIENT_ID: string;
declare const FORM_ID: string;
