import { Form } from "@porchlight/react";
import contentStyles from "@porchlight/react/styles/content.css?url";
import { Suspense, use, useMemo } from "react";
import { useLoaderData, useLocation } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { withReturnTo } from "../shell/return-to.ts";
import { useSite } from "../site.ts";
import formStyles from "../styles/form.css?url";
import { languageOfTexts, loadPartTexts } from "../texts.ts";
import type { FormPageData } from "./form-loader.ts";

export { formLoader as loader } from "./form-loader.ts";

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
  const language = languageOfTexts(settings.language);
  const words = language === "en" ? undefined : use(loadPartTexts("loadFormTexts", language));
  const messages = useMemo(() => words && { ...words, ...settings.texts }, [words, settings.texts]);
  const title = form.name || settings.siteName;
  const path = `/forms/${form._id}`;
  return (
    <div className="form-page">
      <PageHead
        styles={[contentStyles, formStyles]}
        title={title}
        canonicalPath={path}
        noIndex={outcome !== undefined}
      />
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
