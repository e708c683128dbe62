import { Form, type Messages } from "@porchlight/react";
import { Suspense, use } from "react";
import { useLoaderData, useLocation } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { withReturnTo } from "../shell/return-to.ts";
import { useSite } from "../site.ts";
import { isGerman } from "../texts.ts";
import type { FormPageData } from "./form-loader.ts";

export { formLoader as loader } from "./form-loader.ts";

let german: Promise<Messages> | undefined;

/** German texts of forms. */
function loadWords(): Promise<Messages> {
  german ??= import("./de-texts.ts").then(({ formMessages }) => formMessages);
  return german;
}

/** Suspends until its texts are loaded. */
function FormPage() {
  return (
    <Suspense>
      <LoadedPage />
    </Suspense>
  );
}

function LoadedPage() {
  const { form, outcome, attemptKey } = useLoaderData<FormPageData>();
  const { settings } = useSite();
  const { pathname, search } = useLocation();
  const messages = isGerman(settings.language) ? use(loadWords()) : undefined;
  const title = form.name || settings.siteName;
  const path = `/forms/${form._id}`;
  return (
    <div className="form-page">
      <PageHead title={title} canonicalPath={path} noIndex={outcome !== undefined} />
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <Form
        key={form._id}
        formId={form._id}
        {...{ form, outcome, attemptKey, messages }}
        action={path}
        signInHref={withReturnTo("/sign-in", pathname + search)}
      />
    </div>
  );
}

export { FormPage as Component };
