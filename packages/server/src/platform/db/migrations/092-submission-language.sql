-- Language of the submitter, for emails after a payment or a confirmation.
alter table form_submissions add column language text;
-- What a captcha was used for, so that a repeated request is not mistaken for another one.
alter table used_captchas add column used_for bytea;
