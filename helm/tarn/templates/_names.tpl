{{/* What this chart's objects are called. The longest suffix has 17 characters where 52 are allowed (a CronJob), 20 where 63 are. */}}
{{- define "tarn.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 35 | trimSuffix "-" }}
{{- end }}

{{- define "tarn.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 35 | trimSuffix "-" }}
{{- else }}
{{- $name := include "tarn.name" . }}
{{- if contains $name .Release.Name }}
{{- .Release.Name | trunc 35 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 35 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}

{{/* name, namespace and labels of a component's object: (dict "root" $ "component" NAME) */}}
{{- define "tarn.metadata" -}}
name: {{ include "tarn.fullname" .root }}-{{ .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "tarn.podLabels" . | nindent 2 }}
  helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{/* Labels of pods. Not the chart's version: pods need not be replaced because the chart was. */}}
{{- define "tarn.podLabels" -}}
{{ include "tarn.selector" . }}
app.kubernetes.io/version: {{ include "tarn.tag" .root | trunc 63 | trimAll "-_." | quote }}
app.kubernetes.io/part-of: tarn
{{- end }}

{{/* What selects a component's pods; immutable in Deployments, so no version is in it. */}}
{{- define "tarn.selector" -}}
app.kubernetes.io/name: {{ include "tarn.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "tarn.tag" -}}
{{- default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{/* (dict "root" $ "values" COMPONENT-VALUES) */}}
{{- define "tarn.image" -}}
{{- with .root.Values.image.registry }}{{ . }}/{{ end }}{{ .values.image.repository }}:{{ include "tarn.tag" .root }}
{{- end }}

{{- define "tarn.serviceAccountName" -}}
{{- default (printf "%s-%s" (include "tarn.fullname" .root) .component) .values.serviceAccountName }}
{{- end }}

{{- define "tarn.poolManagerUrl" -}}
{{- default (printf "http://%s-pool-manager:8081" (include "tarn.fullname" .)) .Values.poolManager.url }}
{{- end }}

{{- define "tarn.modelTrainerUrl" -}}
{{- default (printf "http://%s-model-trainer:8085" (include "tarn.fullname" .)) .Values.modelTrainer.url }}
{{- end }}
